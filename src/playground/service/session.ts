import { PAGE_SESSION_PATH, type PageSession, type SignInToPage } from '../../contract/keys/page-session.ts';
import { fetchQuickly } from './fetch-service.ts';
import { RefusedRequest } from './refused-request.ts';

/** Event on the window when the session ended: after twelve hours, or by signing out elsewhere. */
export const SESSION_END = 'wf-session-end';

/** Reads the page's session. */
export async function readSession(): Promise<PageSession> {
  return await exchange('GET');
}

/** @throws {RefusedRequest} when the code or key is unknown */
export async function signIn(body: SignInToPage): Promise<PageSession> {
  return await exchange('POST', body);
}

export async function signOut(): Promise<PageSession> {
  return await exchange('DELETE');
}

/** Takes the one-time code from the URL, so that history and bookmarks do not keep it. */
export function takeCode(): string | null {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  if (code !== null) history.replaceState(null, '', `${location.pathname}#/`);
  return code;
}

async function exchange(method: string, body?: SignInToPage): Promise<PageSession> {
  const response = await fetchQuickly(PAGE_SESSION_PATH, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await RefusedRequest.from(response);
  return (await response.json()) as PageSession; // of the server that sent this page
}
