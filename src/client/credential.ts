import type { CredentialForm } from '../contract/keys/credential-form.ts';
import { UserError } from '../foundation/errors/wf-error.ts';

/** A key and the form in which it is sent. */
export interface Credential {
  readonly key: string;
  /** Form in which the key is sent. @defaultValue `apikey` */
  readonly form?: CredentialForm;
}

/**
 * Converts a credential to a request header.
 *
 * @throws {WF_INVALID_INPUT} when the key contains a character that is not allowed in a header
 * @source design §2, settings; facts §3.6
 */
export function toCredentialHeader({ key, form = 'apikey' }: Credential): Record<string, string> {
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UserError({
      code: 'WF_INVALID_INPUT',
      message:
        'The key was not sent: it contains a space, a line break or a character that is not allowed in an HTTP header.',
      nextSteps: ['wf login', 'Check WF_API_KEY for stray characters.'],
    });
  }
  if (form === 'apikey') return { authorization: `ApiKey ${key}` };
  if (form === 'bearer') return { authorization: `Bearer ${key}` };
  if (form === 'raw') return { authorization: key };
  const name = form.slice(form.indexOf(':') + 1);
  return form.startsWith('cookie:') ? { cookie: `${name}=${key}` } : { [name.toLowerCase()]: key };
}
