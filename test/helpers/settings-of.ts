import type { Settings } from '../../src/project/resolve-settings.ts';

/** Creates settings with all defaults. */
export function settingsOf(settings: Partial<Settings> = {}): Settings {
  return {
    baseUrl: setting(null),
    app: setting(null),
    timeoutMs: setting(30_000),
    profile: setting('default'),
    credentialForm: setting('apikey'),
    keyOrigin: null,
    credential: undefined,
    warnings: [],
    project: null,
    dataDir: '/nowhere/data',
    configDir: '/nowhere/config',
    requireTrust: () => undefined,
    ...settings,
  };
}

/** Creates a setting with a source, by default the default. */
export function setting<T>(value: T, kind: 'default' | 'flag' | 'environment' | 'project' | 'profile' = 'default') {
  return { value, origin: { kind, name: kind } };
}
