import { type CredentialForm, isCredentialForm } from '../contract/keys/credential-form.ts';
import { notFound } from '../foundation/errors/not-found.ts';
import { messageOf } from '../foundation/errors/read-thrown.ts';
import { UserError } from '../foundation/errors/wf-error.ts';

/** Parsed values of the settings that users can set. */
export interface SettingValues {
  /** Address of the service. */
  readonly base_url: string;
  /** Name or id of the app that commands work on. */
  readonly app: string;
  /** Time limit of one request, in seconds. */
  readonly timeout: number;
  /** Form in which the key is sent. */
  readonly credential: CredentialForm;
}

export type SettingName = keyof SettingValues;

/** Parsers by setting; the message of the thrown error ends a sentence. */
const PARSERS: { readonly [N in SettingName]: (text: string) => SettingValues[N] } = {
  base_url: parseBaseUrl,
  app: parseWord,
  timeout: parseSeconds,
  credential: parseCredentialForm,
};

export const SETTING_NAMES: readonly SettingName[] = ['base_url', 'app', 'timeout', 'credential'];

/** Longest time limit: one day. */
const MAX_SECONDS = 86_400;

/**
 * Parses the value of a setting.
 *
 * @param source - flag, variable or file of the value, for the error: `--timeout`, `WF_TIMEOUT`
 * @throws {WF_INVALID_INPUT} with the source, the value and what is valid
 */
export function parseSetting<N extends SettingName>(name: N, text: string | number, source: string): SettingValues[N] {
  try {
    return PARSERS[name](String(text).trim());
  } catch (error) {
    throw new UserError({
      code: 'WF_INVALID_INPUT',
      message: `${source} is ${JSON.stringify(withoutPassword(text))}, ${messageOf(error)}.`,
      nextSteps: ['wf config list'],
      details: { setting: name, source },
    });
  }
}

function withoutPassword(text: string | number): string | number {
  return typeof text === 'string' ? text.replace(/\/\/[^/]*@/, '//***@') : text;
}

/**
 * Checks the name of a setting.
 *
 * @throws {WF_NOT_FOUND} when there is no such setting
 */
export function requireSettingName(name: string): SettingName {
  const found = SETTING_NAMES.find((one) => one === name);
  if (found === undefined) throw notFound({ kind: 'setting', name, available: SETTING_NAMES });
  return found;
}

function parseBaseUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('which is not an http or https address');
  if (url.username !== '' || url.password !== '') throw new Error('which contains a name or a password');
  if (url.search !== '' || url.hash !== '') throw new Error('which contains a query or a fragment');
  return url.href.replace(/\/+$/, '');
}

function parseSeconds(text: string): number {
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds > 0 && seconds <= MAX_SECONDS) return seconds;
  throw new Error(`but a time limit is a number of seconds above 0, at most ${MAX_SECONDS}`);
}

function parseWord(text: string): string {
  if (text !== '') return text;
  throw new Error('which is empty');
}

function parseCredentialForm(text: string): CredentialForm {
  if (isCredentialForm(text)) return text;
  throw new Error('but a credential form is apikey, bearer, raw, header:NAME or cookie:NAME');
}
