import type { Incoming } from './incoming.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/** Takes over the id that a caller gave its request when it is a harmless word, else makes one. */
export function requestIdOf(request: Pick<Incoming, 'headers'>): string {
  const given = request.headers.get(REQUEST_ID_HEADER);
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : makeId();
}

/**
 * A UUID of version 4 (RFC 9562, section 5.4). It tells a request from all others and keeps no secret: no cryptography has
 * to be loaded for it.
 */
function makeId(): string {
  const [one, two, three, four] = [word(), word(), word(), word()];
  return `${one}-${two.slice(0, 4)}-4${two.slice(5)}-8${three.slice(1, 4)}-${three.slice(4)}${four}`;
}

/** Eight random hexadecimal digits. */
function word(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}
