import { UserError } from '../../foundation/errors/wf-error.ts';

/** Splits `NAME=VALUE`; the value is `null` where there is no `=`. @throws {WF_USAGE} when there is no name */
export function parseVariable(text: string): { name: string; value: string | null } {
  const at = text.indexOf('=');
  const name = at === -1 ? text : text.slice(0, at);
  if (name !== '') return { name, value: at === -1 ? null : text.slice(at + 1) };
  throw new UserError({
    code: 'WF_USAGE',
    message: 'The variable has no name before "=".',
    nextSteps: ['wf env vars set NAME=VALUE', 'wf env vars set NAME < FILE'],
  });
}
