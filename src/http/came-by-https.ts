/**
 * Returns whether a browser sent a request by https, to this server or to a proxy before it. Browsers name the page's
 * origin in each request that changes something. A caller who forges it only loses the cookie that the answer sets.
 */
export function cameByHttps({ headers }: Pick<Request, 'headers'>): boolean {
  return headers.get('origin')?.startsWith('https://') === true || headers.get('x-forwarded-proto') === 'https';
}
