import type { Incoming } from './incoming.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/** Reads the request id that the caller sent, if it is safe to log, or creates one. */
export function requestIdOf(request: Pick<Incoming, 'headers'>): string {
  const given = request.headers.get(REQUEST_ID_HEADER);
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : createId();
}

/**
 * Creates a UUID of version 4 (RFC 9562, section 5.4). The id is not secret, so `Math.random` is enough; loading `node:crypto`
 * would slow the start.
 */
function createId(): string {
  const [one, two, three, four] = [word(), word(), word(), word()];
  return `${one}-${two.slice(0, 4)}-4${two.slice(5)}-8${three.slice(1, 4)}-${three.slice(4)}${four}`;
}

/** Eight random hexadecimal digits. */
function word(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}
