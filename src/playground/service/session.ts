import { PAGE_SESSION_PATH, type PageSession, type SignInToPage } from '../../contract/keys/page-session.ts';
import { exchange } from './request.ts';

/** Reads the page's session. */
export async function readSession(): Promise<PageSession> {
  return await exchange('GET', PAGE_SESSION_PATH);
}

/** @throws {RefusedRequest} when the code or key is unknown */
export async function signIn(body: SignInToPage): Promise<PageSession> {
  return await exchange('POST', PAGE_SESSION_PATH, body);
}

export async function signOut(): Promise<PageSession> {
  return await exchange('DELETE', PAGE_SESSION_PATH);
}

/** Takes the one-time code from the URL, so that history and bookmarks do not keep it. */
export function takeCode(): string | null {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  if (code !== null) history.replaceState(null, '', `${location.pathname}#/`);
  return code;
}
