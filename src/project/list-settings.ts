import type { Origin, Settings } from './settings.ts';

/** One line of `wf config list`. */
export interface ListedSetting {
  readonly name: string;
  /** `null`: not set. A key itself is never shown. */
  readonly value: string | number | null;
  readonly origin: Origin;
}

/** Lists the settings of one run by the names that users know. */
export function listSettings(settings: Settings): ListedSetting[] {
  const { baseUrl, app, timeoutMs, profile, credentialForm, keyOrigin } = settings;
  return [
    { name: 'base_url', ...baseUrl },
    { name: 'app', ...app },
    { name: 'timeout', value: timeoutMs.value / 1000, origin: timeoutMs.origin },
    { name: 'profile', ...profile },
    { name: 'credential', ...credentialForm },
    {
      name: 'api_key',
      value: keyOrigin === null ? null : 'set',
      origin: keyOrigin ?? { kind: 'default', name: 'default' },
    },
  ];
}
