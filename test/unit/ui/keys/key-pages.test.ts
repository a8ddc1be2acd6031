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
  model_call_limit: null,
  model_calls_today: 3,
  model_calls: 12,
  app_ids: null,
  last_used_at: '2026-11-20T12:00:00Z',
} as const;

test('keys are listed with role, apps by name, or by id if deleted, and limits', () => {
  const limited = { ...KEY, app_ids: ['a1', 'a2'], model_call_limit: 50, rate_limit: null };
  expect(writtenLines(keysPage([KEY, limited], [{ app_id: 'a1', app_name: 'support' }]))).toEqual([
    'PREFIX  NAME  ROLE      APPS         CREATED               LAST USED             EXPIRES  PER MINUTE  MODEL CALLS TODAY',
    'wf_abc  ci    operator  all          2026-11-20T11:00:00Z  2026-11-20T12:00:00Z  -                60  3',
    'wf_abc  ci    operator  support, a2  2026-11-20T11:00:00Z  2026-11-20T12:00:00Z  -                 -  3 of 50',
  ]);
});

test.each([
  [110, 'prefix  name  role      apps  created     last used  expires  per minute  model calls today'],
  [50, 'prefix  name  role      expires  per minute'],
  [36, 'prefix  name  role      expires'],
])('on %i columns, the last use, the apps and the limits are dropped before the expiry', (width, heads) => {
  expect(drawnLines(keysPage([KEY], []), width)[0]).toBe(heads);
});

test.each([
  [{}, 'operator, 60 requests a minute'],
  [{ rate_limit: null }, 'operator'],
  [{ rate_limit: undefined }, 'operator'],
  [{ app_ids: ['a1', 'a2'] }, 'operator of 2 apps, 60 requests a minute'],
  [{ model_call_limit: 1000 }, 'operator, 60 requests a minute, 1000 model calls a day'],
  [{ expires_at: '2027-01-01T00:00:00Z' }, 'operator, 60 requests a minute, until 2027-01-01T00:00:00Z'],
])('the remark for a new key with %j names %s', (change, facts) => {
  expect(createdKeyRemark({ ...KEY, ...change })).toBe(
    `This is the key of ci (${facts}). It will not be shown again. Next: wf login`,
  );
});
