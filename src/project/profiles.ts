import { notFound } from '../foundation/closest-names.ts';
import { userError, type UserError } from '../foundation/errors/wf-error.ts';
import {
  DEFAULT_PROFILE,
  parseSetting,
  type Profile,
  readUserConfig,
  requireSettingName,
  SETTING_NAMES,
  type SettingName,
  type UserConfig,
  writeUserConfig,
} from './user-config.ts';

export interface ProfileEntry extends Profile {
  readonly name: string;
  /** Whether commands use it by default. */
  readonly isCurrent: boolean;
}

/** Lists the user's profiles, by name; the default one always exists. */
export async function listProfiles(folder: string): Promise<ProfileEntry[]> {
  const config = await readUserConfig(folder);
  return profileNames(config).map((name) => ({ name, isCurrent: name === config.profile, ...config.profiles[name] }));
}

/**
 * Adds a profile.
 *
 * @param values - values as text, by name of the setting
 * @throws {WF_CONFLICT} when the name is taken
 * @throws {WF_INVALID_INPUT} when the name or a value is invalid
 */
export async function addProfile(
  folder: string,
  name: string,
  values: Readonly<Partial<Record<SettingName, string | undefined>>>,
): Promise<void> {
  const config = await readUserConfig(folder);
  if (!NAME.test(name)) throw badName(name);
  if (Object.hasOwn(config.profiles, name)) throw taken(name);
  const profile = Object.fromEntries(
    SETTING_NAMES.flatMap((setting) => {
      const text = values[setting];
      return text === undefined ? [] : [[setting, parseSetting(setting, text, setting)]];
    }),
  );
  await writeUserConfig({ ...config, profiles: { ...config.profiles, [name]: profile } });
}

/**
 * Selects the profile that commands use.
 *
 * @throws {WF_NOT_FOUND} when there is no such profile
 */
export async function useProfile(folder: string, name: string): Promise<boolean> {
  const config = await readUserConfig(folder);
  requireProfile(config, name);
  if (config.profile === name) return false;
  await writeUserConfig({ ...config, profile: name });
  return true;
}

/**
 * Removes a profile; if it was selected, commands use the default one. Keys are stored elsewhere.
 *
 * @throws {WF_NOT_FOUND} when there is no such profile
 */
export async function removeProfile(folder: string, name: string): Promise<void> {
  const config = await readUserConfig(folder);
  requireProfile(config, name);
  const profiles = Object.fromEntries(Object.entries(config.profiles).filter(([one]) => one !== name));
  await writeUserConfig({ ...config, profiles, profile: config.profile === name ? DEFAULT_PROFILE : config.profile });
}

/**
 * Changes one setting of a profile.
 *
 * @param text - the value as text; `null` unsets the setting
 * @returns whether it had another value
 * @throws {WF_NOT_FOUND} when there is no such profile or setting
 * @throws {WF_INVALID_INPUT} when the value is invalid
 */
export async function setProfileSetting(
  folder: string,
  profile: string,
  name: string,
  text: string | null,
): Promise<boolean> {
  const config = await readUserConfig(folder);
  const before = requireProfile(config, profile);
  const setting = requireSettingName(name);
  const value = text === null ? undefined : parseSetting(setting, text, setting);
  if (before[setting] === value) return false;
  const changed = { ...before, [setting]: value };
  await writeUserConfig({ ...config, profiles: { ...config.profiles, [profile]: changed } });
  return true;
}

/**
 * Finds a profile by name.
 *
 * @throws {WF_NOT_FOUND} when there is no such profile
 */
export function requireProfile(config: UserConfig, name: string): Profile {
  const available = profileNames(config);
  if (available.includes(name)) return config.profiles[name] ?? {};
  const added = NAME.test(name) ? [`wf profiles add ${name} --base-url URL`] : [];
  const nextSteps = ['wf profiles list', ...added];
  throw notFound({ kind: 'profile', name, available, nextSteps });
}

function profileNames({ profiles }: UserConfig): string[] {
  return [...new Set([DEFAULT_PROFILE, ...Object.keys(profiles)])].toSorted();
}

const NAME = /^[\w.-]{1,64}$/;

function badName(name: string): UserError {
  return userError(
    'WF_INVALID_INPUT',
    `Invalid profile name ${JSON.stringify(name)}: use up to 64 letters, digits, ".", "_" and "-".`,
  );
}

function taken(name: string): UserError {
  return userError('WF_CONFLICT', `There is already a profile called ${JSON.stringify(name)}.`, [
    `wf profiles use ${name}`,
    `wf profiles remove ${name}`,
  ]);
}
