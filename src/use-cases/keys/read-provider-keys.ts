import { UserError } from '../../errors/wf-error.ts';

/**
 * Takes the variables that somebody named out of an environment, to be sent with an evaluation. None is sent unnamed: a
 * key goes to no service that its owner did not mean.
 *
 * @param names - as typed: names, separated by commas
 * @throws {WF_USAGE} for a name that is not set, or is no name
 */
export function readProviderKeys(
  names: string,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const listed = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return Object.fromEntries(listed.map((name) => [name, requireSet(name, environment)]));
}

function requireSet(name: string, environment: Readonly<Record<string, string | undefined>>): string {
  // A value typed here would be seen by everyone who lists processes, so it is not shown again.
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) {
    throw usage(
      '--provider-keys takes names of environment variables, such as OPENAI_API_KEY, and never their values.',
    );
  }
  const value = environment[name];
  if (value !== undefined && value !== '') return value;
  throw usage(`--provider-keys names ${name}, which is not set.`);
}

function usage(message: string): UserError {
  return new UserError({ code: 'WF_USAGE', message });
}
