/** Path at which the page signs in, reads its session and signs out. Served next to the interface, not part of it. */
export const PAGE_SESSION_PATH = '/session';

/** Cookie of the page's session. */
export const PAGE_SESSION_COOKIE = 'wf_session';

/** The server that the page talks to. */
export type PageMode = 'serve' | 'dev';

/** Body that signs the page in: the one-time code of a URL that a server printed, or a key. */
export type SignInToPage = { readonly code: string } | { readonly key: string };

/** Session of the page. */
export interface PageSession {
  readonly signed_in: boolean;
  /** Id of the key that signed in; `null`: nobody is signed in. What the page stores in the browser belongs to it. */
  readonly owner: string | null;
  readonly mode: PageMode;
}
