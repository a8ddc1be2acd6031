import { expect, test } from 'vitest';
import { identityPage, profilesPage, settingsPage } from '../../../../src/ui/settings/identity-pages.ts';
import { showPage } from '../../../../src/ui/layout/show-page.ts';
import { displayOf, drawnLines, outlineOf, writtenLines } from '../fixtures.ts';

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
  expect(outlineOf(identityPage(identity)).slice(-4)).toEqual([
    '  id | id | "u-1"',
    '  service | text | "(embedded)"',
    '  key from | text | "WF_API_KEY"',
    '  kind | prose | "wf"',
  ]);
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

test('77 columns are narrow, and only on a terminal', () => {
  const linesIn = (columns: number, form: 'terminal' | 'plain' = 'terminal') =>
    outlineOf(settingsPage(SETTINGS, displayOf({ columns, form })));
  expect(linesIn(77)).toEqual([
    'table',
    '  setting | text | 0',
    '  value | prose | 0',
    '  "base_url", null',
    '  "  from", "default"',
    '  "app", "support"',
    '  "  from", "/home/ana/support/wf.config.ts"',
    '  No settings.',
  ]);
  expect(linesIn(78)).toEqual([
    'table',
    '  setting | text | 0',
    '  value | prose | 0',
    '  from | prose | 0',
    '  "base_url", null, "default"',
    '  "app", "support", "/home/ana/support/wf.config.ts"',
    '  No settings.',
  ]);
  expect(linesIn(77, 'plain')).toEqual(linesIn(78));
  expect(outlineOf(settingsPage([], displayOf())).at(-1)).toBe('  No settings.');
});

test('the columns of profiles have kinds, and the credential goes first', () => {
  expect(outlineOf(profilesPage([]))).toEqual([
    'table',
    '  name | text | 0',
    '  in use | text | 0',
    '  base url | text | 0',
    '  app | text | 1',
    '  credential | text | 3',
    '  timeout | integer | 2',
    '  No profiles yet. Add one: wf profiles add NAME --base-url URL',
  ]);
});
