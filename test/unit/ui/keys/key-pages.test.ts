import { expect, test } from 'vitest';
import { createdKeyRemark, keysPage } from '../../../../src/ui/keys/key-pages.ts';
import { drawnLines, outlineOf, writtenLines } from '../fixtures.ts';

const KEY = {
  prefix: 'wf_abc',
  name: 'ci',
  role: 'operator',
  created_at: '2026-11-20T11:00:00Z',
  expires_at: null,
  rate_limit: 60,
  model_call_limit: null,
  model_calls_today: 3,
  model_calls: 12,
  app_ids: null,
  last_used_at: '2026-11-20T12:00:00Z',
} as const;

test('keys are listed with prefix, role and limit', () => {
  expect(writtenLines(keysPage([KEY], []))).toEqual([
    'PREFIX  NAME  ROLE      APPS  CREATED               LAST USED             EXPIRES  PER MINUTE  MODEL CALLS TODAY',
    'wf_abc  ci    operator  all   2026-11-20T11:00:00Z  2026-11-20T12:00:00Z  -                60  3',
  ]);
  expect(
    [60, 50, 36].map((width) =>
      drawnLines(keysPage([KEY], []), width)
        .slice(0, 2)
        .join('\n'),
    ),
  ).toEqual([
    `${' '.repeat(36)}per\nprefix  name  role      expires  minute  model calls today`,
    'prefix  name  role      expires  per minute\nwf_abc  ci    operator  -                60',
    'prefix  name  role      expires\nwf_abc  ci    operator  -',
  ]);
  expect(drawnLines(keysPage([], []))).toEqual(['No keys yet. Create one: wf keys create NAME']);
});

test('apps of keys are listed by their names, deleted ones by their ids', () => {
  const apps = [{ app_id: 'a1', app_name: 'support' }];
  const [, line] = writtenLines(keysPage([{ ...KEY, app_ids: ['a1', 'a2'] }], apps));
  expect(line).toContain('  operator  support, a2  ');
});

test.each([
  [{}, 'operator, 60 requests a minute'],
  [{ rate_limit: null }, 'operator'],
  [{ app_ids: ['a1', 'a2'] }, 'operator of 2 apps, 60 requests a minute'],
  [{ rate_limit: undefined }, 'operator'],
  [{ model_call_limit: 1000 }, 'operator, 60 requests a minute, 1000 model calls a day'],
  [{ expires_at: '2027-01-01T00:00:00Z' }, 'operator, 60 requests a minute, until 2027-01-01T00:00:00Z'],
])('the remark for a new key with %j names %s', (change, facts) => {
  expect(createdKeyRemark({ ...KEY, ...change })).toBe(
    `This is the key of ci (${facts}). It will not be shown again. Next: wf login`,
  );
});

test('the columns of keys have kinds, and the last use goes first', () => {
  expect(outlineOf(keysPage([], [], { isNarrowed: true }))).toEqual([
    'table',
    '  prefix | text | 0',
    '  name | text | 0',
    '  role | text | 0',
    '  apps | text | 4',
    '  created | time | 3',
    '  last used | time | 5',
    '  expires | time | 0',
    '  per minute | integer | 1',
    '  model calls today | text | 2',
    '  No key matches.',
  ]);
});
