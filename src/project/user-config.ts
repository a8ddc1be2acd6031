import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, isWfError, messageOf, UserError } from '../foundation/errors/wf-error.ts';
import { isRecord, type UnknownRecord } from '../foundation/record.ts';
import { type CredentialForm, isCredentialForm } from '../contract/keys/credential-form.ts';
import { notFound } from '../foundation/closest-names.ts';

/** One named set of settings. */
export type Profile = { readonly [N in SettingName]?: SettingValues[N] | undefined };

/** Contents of the user's `config.json`. */
export interface UserConfig {
  /** Absolute path of the file, which may not exist. */
  readonly file: string;
  /** Name of the selected profile. */
  readonly profile: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** The profile that always exists. */
export const DEFAULT_PROFILE = 'default';

/**
 * Reads the user's settings.
 *
 * @param folder - the user's configuration folder
 * @throws {WF_INVALID_INPUT} when the file is malformed
 */
export async function readUserConfig(folder: string): Promise<UserConfig> {
  const file = join(folder, 'config.json');
  const { profile, profiles } = readFields(file);
  return {
    file,
    profile: typeof profile === 'string' ? profile : DEFAULT_PROFILE,
    profiles: Object.fromEntries(
      Object.entries(toFields(profiles, file)).map(([name, values]) => [name, toProfile(toFields(values, file), file)]),
    ),
  };
}

/** Stores the user's settings. */
export async function writeUserConfig({ file, profile, profiles }: UserConfig): Promise<void> {
  // Loaded on demand: most commands only read, and cryptography is slow to load.
  const { replaceUserFile } = await import('./replace-user-file.ts');
  await replaceUserFile(file, `${JSON.stringify({ profile, profiles }, null, 2)}\n`, 0o644);
}

/** Synchronous: the file is small, and Node's file promises take longer to load than the file to read. */
function readFields(file: string): UnknownRecord {
  try {
    return toFields(JSON.parse(readFileSync(file, 'utf8')), file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {};
    if (isWfError(error)) throw error;
    throw broken(file, messageOf(error), error);
  }
}

function toFields(value: unknown, file: string): UnknownRecord {
  if (value === undefined) return {};
  if (!isRecord(value)) throw broken(file, 'it must contain an object');
  return { ...value };
}

function toProfile(values: UnknownRecord, file: string): Profile {
  return Object.fromEntries(
    SETTING_NAMES.filter((name) => values[name] !== undefined && values[name] !== null).map((name) => {
      const value = values[name];
      if (typeof value === 'string' || typeof value === 'number') {
        return [name, parseSetting(name, value, `${name} in ${file}`)];
      }
      throw broken(file, `${name} is neither text nor a number`);
    }),
  );
}

function broken(file: string, reason: string, cause?: unknown): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Cannot read the settings file ${file}: ${reason}.`,
    nextSteps: ['Fix the file, or delete it to start over.'],
    details: { file },
    cause,
  });
}

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
