import { expect, test } from 'vitest';
import { getSetting, getSettingOrigin, listSettings } from '../../../../src/use-cases/settings/list-settings.ts';
import { settingsOf } from '../../../helpers/run-with-client.ts';

const SETTINGS = settingsOf({
  app: { value: 'support', origin: { kind: 'project', name: '/p/wf.config.json' } },
  timeoutMs: { value: 7000, origin: { kind: 'environment', name: 'WF_TIMEOUT' } },
  keyOrigin: { kind: 'environment', name: 'WF_API_KEY' },
  credential: { key: 'secret', form: 'apikey' },
});

test('each setting is listed with its value and its source, and the key is hidden', () => {
  expect(listSettings(SETTINGS)).toEqual([
    { name: 'base_url', value: null, origin: 'default' },
    { name: 'app', value: 'support', origin: '/p/wf.config.json' },
    { name: 'timeout', value: 7, origin: 'WF_TIMEOUT' },
    { name: 'profile', value: 'default', origin: 'default' },
    { name: 'credential', value: 'apikey', origin: 'default' },
    { name: 'key', value: '(hidden)', origin: 'WF_API_KEY' },
    { name: 'project', value: null, origin: 'default' },
    { name: 'data_dir', value: '/nowhere/data', origin: 'default' },
    { name: 'config_dir', value: '/nowhere/config', origin: 'default' },
  ]);
});

test('a missing key is null, not hidden', () => {
  expect(getSetting(settingsOf(), 'key')).toEqual({ name: 'key', value: null, origin: 'default' });
});

test('one setting is found by its name', () => {
  expect(getSetting(SETTINGS, 'app')).toEqual({ name: 'app', value: 'support', origin: '/p/wf.config.json' });
  expect(getSettingOrigin(SETTINGS, 'timeout')).toEqual({ kind: 'environment', name: 'WF_TIMEOUT' });
  expect(() => getSetting(SETTINGS, 'apps')).toThrow(
    expect.objectContaining({ message: 'No setting is called "apps". Did you mean app?' }),
  );
});
