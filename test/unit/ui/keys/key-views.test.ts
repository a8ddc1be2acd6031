import { expect, test } from 'vitest';
import { createdKeyRemark, keysView } from '../../../../src/ui/keys/key-views.ts';
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

test('apps of a key are listed by their names, deleted ones by their ids, and no apps are all', () => {
  const page = keysView([{ ...KEY, app_ids: ['a1', 'a2'] }, KEY], [{ app_id: 'a1', app_name: 'support' }]);
  const [, some, all] = writtenLines(page);
  expect([some?.split(/ {2,}/)[3], all?.split(/ {2,}/)[3]]).toEqual(['support, a2', 'all']);
});

test.each([
  [110, 'prefix  name  role      apps  created     last used  expires  per minute  model calls today'],
  [50, 'prefix  name  role      expires  per minute'],
  [36, 'prefix  name  role      expires'],
])('on %i columns, the last use, the apps and the limits are dropped before the expiry', (width, heads) => {
  expect(drawnLines(keysView([KEY], []), width)[0]).toBe(heads);
});

test.each([
  [{}, 'operator, 60 requests a minute'],
  [{ rate_limit: null }, 'operator'],
  [{ rate_limit: undefined }, 'operator'],
  [{ app_ids: ['a1', 'a2'] }, 'operator of 2 apps, 60 requests a minute'],
  [{ model_call_limit: 1000 }, 'operator, 60 requests a minute, 1000 model calls a day'],
  [{ expires_at: '2027-01-01T00:00:00Z' }, 'operator, 60 requests a minute, until 2027-01-01T00:00:00Z'],
])('the remark for a new key with %j names %s', (change, facts) => {
  const told = `This is the key of ci (${facts}). It will not be shown again. Next:`;
  expect(createdKeyRemark({ ...KEY, ...change }, null)).toBe(`${told} wf serve`);
  expect(createdKeyRemark({ ...KEY, ...change }, 'http://a')).toBe(`${told} wf login --base-url http://a`);
});
