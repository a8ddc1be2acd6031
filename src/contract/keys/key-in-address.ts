/**
 * The address of a hosted workflow may contain a key, for callers that send none: `/services/shop/default/key/KEY`, and its
 * routes below that.
 */
const KEYED = /^((?:\/[^/]+)*?\/services\/[^/]+\/[^/]+)\/key\/([^/]+)(\/.*)?$/;

/** Adds a key to the address of a hosted workflow. */
export function addKeyTo(address: string, key: string): string {
  return `${address.replace(/\/+$/, '')}/key/${key}`;
}

/** Takes the key out of a path; `null`: it contains none. */
export function takeKeyFrom(pathname: string): { readonly key: string; readonly bare: string } | null {
  const [, start, key, rest = ''] = KEYED.exec(pathname) ?? [];
  return start === undefined || key === undefined ? null : { key, bare: `${start}${rest}` };
}

const IN_ADDRESS = /(\/services\/[^/\s]+\/[^/\s]+\/key\/)([0-9A-Za-z]{8}\.)?[^/?#\s"'`]+/g;
const ANYWHERE = /\b([0-9A-Za-z]{8}\.)[0-9a-f]{64}\b/g;

/** Replaces the keys in a text, as in an address, by `***`. What finds a key stays: lists show it. */
export function maskKeys(text: string): string {
  return text.replaceAll(IN_ADDRESS, '$1$2***').replaceAll(ANYWHERE, '$1***');
}
