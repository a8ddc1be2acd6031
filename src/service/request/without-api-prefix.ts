/** Every path is answered below this prefix as well: the SDK of the public service appends it to a host. @source facts §2 */
const API_PREFIX = '/api';

/** Removes the prefix, so that one request has one address, whichever way it came. */
export function withoutApiPrefix(url: URL): URL {
  const { pathname } = url;
  if (pathname !== API_PREFIX && !pathname.startsWith(`${API_PREFIX}/`)) return url;
  const bare = new URL(url);
  bare.pathname = pathname.slice(API_PREFIX.length);
  return bare;
}
