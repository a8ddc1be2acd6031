import type { CredentialForm } from '../contract/keys/credential-form.ts';
import { UserError } from '../errors/wf-error.ts';

/** A key and how it travels. */
export interface Credential {
  readonly key: string;
  /** @defaultValue `apikey` */
  readonly form?: CredentialForm;
}

/**
 * Turns a credential into the header that carries it.
 *
 * @throws {WF_INVALID_INPUT} when the key cannot stand in a header
 * @source design §2, settings; facts §3.6
 */
export function toCredentialHeader({ key, form = 'apikey' }: Credential): Record<string, string> {
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UserError({
      code: 'WF_INVALID_INPUT',
      message: 'The key holds a blank, a line break or a letter that no header can carry; it is not sent.',
      nextSteps: ['wf login', 'Check WF_API_KEY for stray characters.'],
    });
  }
  if (form === 'apikey') return { authorization: `ApiKey ${key}` };
  if (form === 'bearer') return { authorization: `Bearer ${key}` };
  if (form === 'raw') return { authorization: key };
  const name = form.slice(form.indexOf(':') + 1);
  return form.startsWith('cookie:') ? { cookie: `${name}=${key}` } : { [name.toLowerCase()]: key };
}
