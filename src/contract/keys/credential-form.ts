/**
 * Form in which a request carries a key: `apikey` (`Authorization: ApiKey <key>`), `bearer`, `raw` (only the key in
 * `Authorization`), `header:<name>` or `cookie:<name>`.
 *
 * @source design §2, settings; facts §3.6
 */
export type CredentialForm = 'apikey' | 'bearer' | 'raw' | `header:${string}` | `cookie:${string}`;

/** The name of a header or a cookie is a token of RFC 9110 §5.6.2. */
const FORM = /^(?:apikey|bearer|raw|(?:header|cookie):[!#$%&'*+.^_`|~0-9A-Za-z-]+)$/;

/** Returns whether a text is a credential form. Not a zod schema: every command reads settings, and few need zod. */
export function isCredentialForm(text: string): text is CredentialForm {
  return FORM.test(text);
}
