import { PAGE_SESSION_PATH, type PageSession, type SignInToPage } from '../../contract/keys/page-session.ts';
import { RefusedRequest } from './refused-request.ts';

/** Told to the window when the service knows this page no more: its twelve hours are over, or it signed out elsewhere. */
export const SESSION_END = 'wf-session-end';

/** Asks who this page is. */
export async function readSession(): Promise<PageSession> {
  return await exchange('GET');
}

/** @throws {RefusedRequest} when the code or key is not known */
export async function signIn(body: SignInToPage): Promise<PageSession> {
  return await exchange('POST', body);
}

export async function signOut(): Promise<PageSession> {
  return await exchange('DELETE');
}

/** Takes the one-time code out of the page's address, so that it stays in no history and no bookmark. */
export function takeCode(): string | null {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  if (code !== null) history.replaceState(null, '', `${location.pathname}#/`);
  return code;
}

async function exchange(method: string, body?: SignInToPage): Promise<PageSession> {
  const response = await fetch(PAGE_SESSION_PATH, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await RefusedRequest.from(response);
  return (await response.json()) as PageSession; // of the server that sent this page
}
