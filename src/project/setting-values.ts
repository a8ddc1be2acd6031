import { type CredentialForm, isCredentialForm } from '../contract/keys/credential-form.ts';
import { notFound } from '../errors/not-found.ts';
import { UserError } from '../errors/wf-error.ts';

/** Settings a person can give in words, as they are understood. */
export interface SettingValues {
  /** Address of the service. */
  readonly base_url: string;
  /** Name or id of the app that commands are about. */
  readonly app: string;
  /** Time limit of one request, in seconds. */
  readonly timeout: number;
  /** How the key travels. */
  readonly credential: CredentialForm;
}

export type SettingName = keyof SettingValues;

/** The parser of each; a parser throws a plain reason. */
const PARSERS: { readonly [N in SettingName]: (text: string) => SettingValues[N] } = {
  base_url: parseBaseUrl,
  app: parseWord,
  timeout: parseSeconds,
  credential: parseCredentialForm,
};

export const SETTING_NAMES: readonly SettingName[] = ['base_url', 'app', 'timeout', 'credential'];

/** Longest time limit that can be set: a day. */
const LONGEST_SECONDS = 86_400;

/**
 * Reads the value of a setting.
 *
 * @param source - where it stands, for the error: `--timeout`, `WF_TIMEOUT`
 * @throws {WF_INVALID_INPUT} naming the source, the value and what it may be
 */
export function parseSetting<N extends SettingName>(name: N, text: string | number, source: string): SettingValues[N] {
  try {
    return PARSERS[name](String(text).trim());
  } catch (error) {
    throw new UserError({
      code: 'WF_INVALID_INPUT',
      message: `${source} is ${JSON.stringify(withoutPassword(text))}, ${error instanceof Error ? error.message : String(error)}.`,
      nextSteps: ['wf config list'],
      details: { setting: name, source },
    });
  }
}

function withoutPassword(text: string | number): string | number {
  return typeof text === 'string' ? text.replace(/\/\/[^/]*@/, '//***@') : text;
}

/**
 * Reads the name of a setting.
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
  if (seconds > 0 && seconds <= LONGEST_SECONDS) return seconds;
  throw new Error(`and a time limit is a number of seconds above 0, at most ${LONGEST_SECONDS}`);
}

function parseWord(text: string): string {
  if (text !== '') return text;
  throw new Error('which is empty');
}

function parseCredentialForm(text: string): CredentialForm {
  if (isCredentialForm(text)) return text;
  throw new Error('and a credential form is apikey, bearer, raw, header:NAME or cookie:NAME');
}
