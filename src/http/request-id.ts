import type { Incoming } from './incoming.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/** Takes over the id that a caller gave its request when it is a harmless word, else makes one. */
export function requestIdOf(request: Pick<Incoming, 'headers'>): string {
  const given = request.headers.get(REQUEST_ID_HEADER);
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : makeId();
}

/** Tells a request from all others; it keeps no secret, so that no cryptography has to be loaded for it. */
function makeId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}
