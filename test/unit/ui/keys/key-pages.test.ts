import { expect, test } from 'vitest';
import { createdKeyRemark, keysPage } from '../../../../src/ui/keys/key-pages.ts';
import { drawnLines, writtenLines } from '../fixtures.ts';

const KEY = {
  prefix: 'wf_abc',
  name: 'ci',
  role: 'operator',
  created_at: '2026-11-20T11:00:00Z',
  expires_at: null,
  rate_limit: 60,
  app_ids: null,
} as const;

test('keys are listed with prefix, role and limit', () => {
  expect(writtenLines(keysPage([KEY], []))).toEqual([
    'PREFIX  NAME  ROLE      APPS  CREATED               EXPIRES  PER MINUTE',
    'wf_abc  ci    operator  all   2026-11-20T11:00:00Z  -                60',
  ]);
  expect([50, 46, 36].map((width) => drawnLines(keysPage([KEY], []), width)[0])).toEqual([
    '                                             per',
    'prefix  name  role      expires  per minute',
    'prefix  name  role      expires',
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
  [{ expires_at: '2027-01-01T00:00:00Z' }, 'operator, 60 requests a minute, until 2027-01-01T00:00:00Z'],
])('the remark for a new key with %j names %s', (change, facts) => {
  expect(createdKeyRemark({ ...KEY, ...change })).toBe(
    `This is the key of ci (${facts}). It will not be shown again. Next: wf login`,
  );
});
