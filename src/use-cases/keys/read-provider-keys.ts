import { UserError } from '../../foundation/errors/wf-error.ts';
import { splitNames } from '../arguments/split-names.ts';

/**
 * Reads the named environment variables, to be sent with an evaluation. Only named ones are sent, so that no key reaches
 * a service unintentionally.
 *
 * @param names - names as typed, separated by commas
 * @throws {WF_USAGE} for a variable that is not set, or an invalid name
 */
export function readProviderKeys(
  names: string,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(splitNames(names).map((name) => [name, requireSet(name, environment)]));
}

function requireSet(name: string, environment: Readonly<Record<string, string | undefined>>): string {
  // The user may have typed the key itself, so the message does not repeat it.
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) {
    throw usage('--provider-keys takes names of environment variables, such as OPENAI_API_KEY, not their values.');
  }
  const value = environment[name];
  if (value !== undefined && value !== '') return value;
  throw usage(`--provider-keys names ${name}, which is not set.`);
}

function usage(message: string): UserError {
  return new UserError({ code: 'WF_USAGE', message });
}
