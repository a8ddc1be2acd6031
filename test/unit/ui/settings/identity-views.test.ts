import { expect, test } from 'vitest';
import { identityView, settingsView, trustedFoldersView } from '../../../../src/ui/settings/identity-views.ts';
import { displayOf, drawnLines, writtenLines } from '../fixtures.ts';

const SETTINGS = [
  { name: 'base_url', value: null, origin: 'default' },
  { name: 'app', value: 'support', origin: '/home/ana/support/wf.config.ts' },
];
const shownAt = (columns: number) => drawnLines(settingsView(SETTINGS, displayOf({ columns })), columns);

test('a wide window shows the source next to the setting, a narrow one completely below', () => {
  expect(shownAt(78)).toEqual([
    'setting   value    from',
    'base_url  -        default',
    'app       support  /home/ana/support/wf.config.ts',
  ]);
  expect(shownAt(77)).toEqual([
    'setting   value',
    'base_url  -',
    '  from    default',
    'app       support',
    '  from    /home/ana/support/wf.config.ts',
  ]);
  expect(shownAt(30).slice(-2)).toEqual(['  from    /home/ana/support/wf', '          .config.ts']);
  expect(writtenLines(settingsView(SETTINGS, displayOf({ columns: 30, form: 'plain' })))[0]).toBe(
    'SETTING   VALUE    FROM',
  );
});

const IDENTITY = {
  id: 'u-1',
  uid: 'u-1',
  username: 'Ana',
  email: 'ana@example.com',
  role: 'author' as const,
  base_url: null,
  key_from: 'WF_API_KEY',
  kind: 'wf',
};

test.each([
  [{}, [], '(embedded)'],
  [{ app_ids: ['a-1', 'a-2'], base_url: 'https://wf.example' }, ['apps      a-1, a-2'], 'https://wf.example'],
])('a key with %j shows who it belongs to, and where', (change, apps, service) => {
  expect(writtenLines(identityView({ ...IDENTITY, ...change }))).toEqual([
    'name      Ana',
    'email     ana@example.com',
    'role      author',
    ...apps,
    'id        u-1',
    `service   ${service}`,
    'key from  WF_API_KEY',
    'kind      wf',
  ]);
});

test('trusted folders are listed with the time since', () => {
  const folder = { folder: '/home/ana/support', since: '2026-11-20T11:00:00Z' };
  expect(drawnLines(trustedFoldersView([folder]))).toEqual([
    'folder             since',
    '/home/ana/support  1 hour ago',
  ]);
  expect(drawnLines(trustedFoldersView([]))).toEqual(['No trusted folders yet. Trust the project here: wf trust']);
});
