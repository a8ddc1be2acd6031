/** Where the page signs in, asks who it is, and signs out. Served beside the interface, not part of it. */
export const PAGE_SESSION_PATH = '/session';

/** Cookie of the page's session. */
export const PAGE_SESSION_COOKIE = 'wf_session';

/** Which server the page talks to. */
export type PageMode = 'serve' | 'dev';

/** Body that signs the page in: the one-time code of an address that a server printed, or a key. */
export type SignInToPage = { readonly code: string } | { readonly key: string };

/** Answer to who the page is. */
export interface PageSession {
  readonly signed_in: boolean;
  readonly mode: PageMode;
}
