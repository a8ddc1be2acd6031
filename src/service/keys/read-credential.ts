import { PAGE_SESSION_COOKIE } from '../../contract/keys/page-session.ts';
import type { Incoming } from '../../http/exchange.ts';

const SCHEMES = ['apikey ', 'bearer ', 'secret '];

/**
 * Reads the key from a request, in every form that the interface allows: `Authorization` with a scheme or with the key
 * alone, the header `x-api-key`, the cookie `wf_key`, or the page's session.
 *
 * @source design §2 (credential forms), facts §3.6
 */
export function readCredential(request: Pick<Incoming, 'headers'>): string | null {
  const { headers } = request;
  const authorization = headers.get('authorization')?.trim();
  if (authorization !== undefined && authorization !== '') return withoutScheme(authorization);
  const key = headers.get('x-api-key')?.trim() || readCookie(headers.get('cookie') ?? '', 'wf_key');
  return key ?? readSessionCookie(request);
}

export function readSessionCookie({ headers }: Pick<Incoming, 'headers'>): string | null {
  return readCookie(headers.get('cookie') ?? '', PAGE_SESSION_COOKIE);
}

function withoutScheme(authorization: string): string {
  const scheme = SCHEMES.find((prefix) => authorization.toLowerCase().startsWith(prefix));
  return scheme === undefined ? authorization : authorization.slice(scheme.length).trim();
}

function readCookie(cookies: string, name: string): string | null {
  const found = cookies.split(';').find((cookie) => cookie.trim().startsWith(`${name}=`));
  return found === undefined ? null : found.trim().slice(name.length + 1);
}
