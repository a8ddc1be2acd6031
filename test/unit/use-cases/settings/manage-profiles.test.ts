import { expect, test } from 'vitest';
import { changeSetting } from '../../../../src/use-cases/settings/change-setting.ts';
import {
  addProfile,
  listProfiles,
  removeProfile,
  toProfileDocument,
  useProfile,
} from '../../../../src/use-cases/settings/manage-profiles.ts';
import { setting, settingsOf } from '../../../helpers/run-with-client.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test('a profile is added, used and removed', async () => {
  await using folder = await tempFolder();
  const env = { HOME: folder.root, XDG_CONFIG_HOME: folder.root };
  const added = await addProfile(env, 'work', { app: 'support' });
  expect(added).toEqual({ name: 'work', isCurrent: false, app: 'support' });
  expect(toProfileDocument(added)).toEqual({ name: 'work', app: 'support', in_use: false });
  expect(await useProfile(env, 'work')).toEqual({ name: 'work', isCurrent: true, app: 'support' });
  expect((await listProfiles(env)).map(({ name, isCurrent }) => [name, isCurrent])).toEqual([
    ['default', false],
    ['work', true],
  ]);
  await useProfile(env, 'default');
  await removeProfile(env, 'work');
  expect((await listProfiles(env)).map(({ name }) => name)).toEqual(['default']);
});

test.each([
  [{ kind: 'flag', name: '--app' }, '--app'],
  [{ kind: 'environment', name: 'WF_APP' }, 'WF_APP'],
  [{ kind: 'profile', name: 'profile default' }, null],
  [{ kind: 'default', name: 'default' }, null],
])('a setting from %j is overridden by %j', async (origin, overriddenBy) => {
  await using folder = await tempFolder();
  const settings = settingsOf({
    configDir: folder.root,
    app: { ...setting('support'), origin } as never,
  });
  const changed = await changeSetting({ settings, name: 'app', value: 'sales' });
  expect(changed).toEqual({ profile: settings.profile.value, overriddenBy });
});
