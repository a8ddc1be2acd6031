import { setProfileSetting } from '../../project/profiles.ts';
import type { Settings } from '../../project/resolve-settings.ts';
import { getSettingOrigin } from './list-settings.ts';

export interface ChangeSettingOptions {
  readonly settings: Settings;
  readonly name: string;
  /** The value as text; `null` removes the setting. */
  readonly value: string | null;
}

export interface ChangedSetting {
  readonly profile: string;
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
  await setProfileSetting(settings.configDir, profile, name, value);
  const origin = getSettingOrigin(settings, name);
  const isOverridden = origin.kind !== 'default' && origin.kind !== 'profile';
  return { profile, overriddenBy: isOverridden ? origin.name : null };
}
