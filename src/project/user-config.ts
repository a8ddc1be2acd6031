import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, messageOf } from '../foundation/errors/read-thrown.ts';
import { UserError } from '../foundation/errors/wf-error.ts';
import { isRecord } from '../foundation/record.ts';
import { parseSetting, type SettingName, SETTING_NAMES, type SettingValues } from './setting-values.ts';

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
  const { replaceUserFile } = await import('../foundation/replace-file.ts');
  await replaceUserFile(file, `${JSON.stringify({ profile, profiles }, null, 2)}\n`, 0o644);
}

type Fields = Readonly<Record<string, unknown>>;

/** Synchronous: the file is small, and Node's file promises take longer to load than the file to read. */
function readFields(file: string): Fields {
  try {
    return toFields(JSON.parse(readFileSync(file, 'utf8')), file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {};
    if (error instanceof UserError) throw error;
    throw broken(file, messageOf(error), error);
  }
}

function toFields(value: unknown, file: string): Fields {
  if (value === undefined) return {};
  if (!isRecord(value)) throw broken(file, 'it must contain an object');
  return { ...value };
}

function toProfile(values: Fields, file: string): Profile {
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
