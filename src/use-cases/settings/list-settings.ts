import { notFound } from '../../errors/not-found.ts';
import type { Settings } from '../../project/resolve-settings.ts';

/** The effective value of a setting and its source. */
export interface SettingEntry {
  readonly name: string;
  readonly value: string | number | null;
  readonly origin: string;
}

/** Lists every setting with its value and source; the key's value is hidden. */
export function listSettings(settings: Settings): SettingEntry[] {
  const { baseUrl, app, timeoutMs, profile, credentialForm, keyOrigin, project, dataDir, configDir } = settings;
  return [
    { name: 'base_url', value: baseUrl.value, origin: baseUrl.origin.name },
    { name: 'app', value: app.value, origin: app.origin.name },
    { name: 'timeout', value: timeoutMs.value / 1000, origin: timeoutMs.origin.name },
    { name: 'profile', value: profile.value, origin: profile.origin.name },
    { name: 'credential', value: credentialForm.value, origin: credentialForm.origin.name },
    { name: 'key', value: keyOrigin === null ? null : '(hidden)', origin: keyOrigin?.name ?? 'default' },
    { name: 'project', value: project?.root ?? null, origin: project?.file ?? 'default' },
    { name: 'data_dir', value: dataDir, origin: project === null ? 'default' : project.file },
    { name: 'config_dir', value: configDir, origin: 'default' },
  ];
}

/**
 * Finds one setting by name.
 *
 * @throws {WF_NOT_FOUND} when there is no such setting
 */
export function getSetting(settings: Settings, name: string): SettingEntry {
  const entries = listSettings(settings);
  const found = entries.find((entry) => entry.name === name);
  if (found !== undefined) return found;
  const available = entries.map((entry) => entry.name);
  throw notFound({ kind: 'setting', name, available, nextSteps: ['wf config list'] });
}
