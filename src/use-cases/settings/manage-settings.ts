import { CALL_TIMEOUT_MS } from '../develop/calls/call-limit.ts';
import { notFound } from '../../foundation/closest-names.ts';
import type { Origin, Setting, Settings } from '../../project/resolve-settings.ts';
import { setProfileSetting } from '../../project/profiles.ts';

export interface SettingEntry {
  readonly name: string;
  readonly value: string | number | null;
  readonly origin: string;
}

/** Lists every setting with its value and source; the key's value is hidden. */
export function listSettings(settings: Settings): SettingEntry[] {
  return resolvedSettings(settings).map(({ name, value, origin }) => ({ name, value, origin: origin.name }));
}

/** Finds one setting by name. @throws {WF_NOT_FOUND} when there is no such setting */
export function getSetting(settings: Settings, name: string): SettingEntry {
  const { value, origin } = requireSetting(settings, name);
  return { name, value, origin: origin.name };
}

interface ResolvedSetting extends Setting<string | number | null> {
  readonly name: string;
}

const DEFAULT: Origin = { kind: 'default', name: 'default' };

function resolvedSettings(settings: Settings): ResolvedSetting[] {
  const { baseUrl, app, timeoutMs, profile, credentialForm, keyOrigin, project, dataDir, configDir } = settings;
  const projectFile: Origin = project === null ? DEFAULT : { kind: 'project', name: project.file };
  return [
    { name: 'base_url', ...baseUrl },
    { name: 'app', ...app },
    { name: 'timeout', value: timeoutMs.value / 1000, origin: timeoutMs.origin },
    {
      name: 'call_timeout',
      value: project?.config.call_timeout ?? CALL_TIMEOUT_MS / 1000,
      origin: project?.config.call_timeout === undefined ? DEFAULT : projectFile,
    },
    { name: 'profile', ...profile },
    { name: 'credential', ...credentialForm },
    { name: 'key', value: keyOrigin === null ? null : '(hidden)', origin: keyOrigin ?? DEFAULT },
    { name: 'project', value: project?.root ?? null, origin: projectFile },
    { name: 'data_dir', value: dataDir, origin: projectFile },
    { name: 'config_dir', value: configDir, origin: DEFAULT },
  ];
}

function requireSetting(settings: Settings, name: string): ResolvedSetting {
  const all = resolvedSettings(settings);
  const found = all.find((setting) => setting.name === name);
  if (found !== undefined) return found;
  const available = all.map((setting) => setting.name);
  throw notFound({ kind: 'setting', name, available, nextSteps: ['wf config list'] });
}

interface ChangeSettingOptions {
  readonly settings: Settings;
  readonly name: string;
  /** The value as text; `null` removes the setting. */
  readonly value: string | null;
}

interface ChangedSetting {
  readonly profile: string;
  /** Whether it had another value before. */
  readonly isChanged: boolean;
  /** Source with precedence over the profile that sets another value; `null`: none. */
  readonly overriddenBy: string | null;
}

/**
 * Changes a setting in the current profile.
 *
 * @throws {WF_NOT_FOUND} when there is no such setting
 * @throws {WF_INVALID_INPUT} when the value is invalid
 */
export async function changeSetting({ settings, name, value }: ChangeSettingOptions): Promise<ChangedSetting> {
  const profile = settings.profile.value;
  const isChanged = await setProfileSetting(settings.configDir, profile, name, value);
  const { origin } = requireSetting(settings, name);
  const isOverridden = origin.kind !== 'default' && origin.kind !== 'profile';
  return { profile, isChanged, overriddenBy: isOverridden ? origin.name : null };
}
