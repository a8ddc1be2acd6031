/**
 * Returns the query of the link to the next page, or `null` on the last one. Runs in a browser, too.
 *
 * @param header - the answer's `Link` header
 * @param url - URL of the request
 * @source RFC 8288
 */
export function nextQuery(header: string | null | undefined, url: URL | string): string | null {
  for (const [, target = '', parameters = ''] of (header ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (/;\s*rel\s*=\s*"?(?:[^";]*\s)?next(?:\s[^";]*)?"?/i.test(parameters)) {
      return URL.parse(target, url)?.search ?? null;
    }
  }
  return null;
}
