import { expect, test } from 'vitest';
import { identityPage, profilesPage, settingsPage } from '../../../../src/ui/settings/identity-pages.ts';
import { showPage } from '../../../../src/ui/layout/show-page.ts';
import { displayOf, drawnLines, writtenLines } from '../fixtures.ts';

const SETTINGS = [
  { name: 'base_url', value: null, origin: 'default' },
  { name: 'app', value: 'support', origin: '/home/ana/support/wf.config.ts' },
];

test('a wide window shows the source next to the setting', async () => {
  const display = displayOf({ columns: 80 });
  expect((await showPage(settingsPage(SETTINGS, display), display)).text).toBe(
    ['setting   value    from', 'base_url  -        default', 'app       support  /home/ana/support/wf.config.ts'].join(
      '\n',
    ),
  );
});

test('a narrow window shows the complete source below', async () => {
  const display = displayOf({ columns: 30 });
  expect((await showPage(settingsPage(SETTINGS, display), display)).text).toBe(
    [
      'setting   value',
      'base_url  -',
      '  from    default',
      'app       support',
      '  from    /home/ana/support/wf',
      '          .config.ts',
    ].join('\n'),
  );
});

test.each([
  [undefined, []],
  [['a-1', 'a-2'], ['apps      a-1, a-2']],
])('a key for the apps %j shows who it belongs to', (app_ids, apps) => {
  const identity = {
    id: 'u-1',
    uid: 'u-1',
    username: 'Ana',
    email: 'ana@example.com',
    role: 'author' as const,
    ...(app_ids === undefined ? {} : { app_ids }),
    base_url: null,
    key_from: 'WF_API_KEY',
    kind: 'wf',
  };
  expect(writtenLines(identityPage(identity))).toEqual([
    'name      Ana',
    'email     ana@example.com',
    'role      author',
    ...apps,
    'id        u-1',
    'service   (embedded)',
    'key from  WF_API_KEY',
    'kind      wf',
  ]);
  expect(writtenLines(identityPage({ ...identity, base_url: 'https://wf.example' }))).toContain(
    'service   https://wf.example',
  );
});

test('profiles have a column for each setting', () => {
  const profile = { name: 'work', isCurrent: true, base_url: 'https://wf.example', app: 'support', timeout: 30 };
  expect(
    writtenLines(
      profilesPage([
        { ...profile, credential: 'keychain' },
        { name: 'home', isCurrent: false },
      ]),
    ),
  ).toEqual([
    'NAME  IN USE  BASE URL            APP      CREDENTIAL  TIMEOUT',
    'work  true    https://wf.example  support  keychain         30',
    'home  false   -                   -        -                 -',
  ]);
  expect(drawnLines(profilesPage([]))).toEqual(['No profiles yet. Add one: wf profiles add NAME --base-url URL']);
});
