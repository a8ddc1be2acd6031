import { expect, test } from 'vitest';
import type { SetKeep } from '../../../../src/contract/retention/retention.ts';
import { createCutoffs } from '../../../../src/service/retention/cutoffs.ts';
import { describeKeep } from '../../../../src/service/retention/operations.ts';

const DAY = 86_400;
const now = new Date('2026-11-25T00:00:00Z');
const named = { app_name: null };
const rules = [
  { ...named, app_id: null, kind: 'logs', seconds: 14 * DAY },
  { ...named, app_id: 'a', kind: 'logs', seconds: DAY },
  { ...named, app_id: 'b', kind: 'logs', seconds: null },
  { ...named, app_id: null, kind: 'traces', seconds: null },
];

test.each([
  ['as the rules say', null, 30 * DAY, ['2026-11-24', null, '2026-11-11', null, '2026-10-26', null]],
  ['only as the rules say', null, null, ['2026-11-24', null, '2026-11-11', null, null, null]],
  ['by the age that is named', 2 * DAY, 30 * DAY, ['2026-11-23', null, '2026-11-23', null, '2026-11-23', null]],
] as const)('data goes %s', (_, olderThanSeconds, otherwiseSeconds, expected) => {
  const { of } = createCutoffs({ now, rules, olderThanSeconds, otherwiseSeconds });
  const times = [of('logs', 'a'), of('logs', 'b'), of('logs', 'c'), of('traces', null), of('bundles', 'a')];
  expect([...times, of('audit_log', null)].map((time) => time?.slice(0, 10) ?? null)).toEqual(expected);
});

test('the audit log goes by its rule only', () => {
  const own = [{ ...named, app_id: null, kind: 'audit_log', seconds: 365 * DAY }];
  const { of } = createCutoffs({ now, rules: own, olderThanSeconds: DAY, otherwiseSeconds: DAY });
  expect(of('audit_log', null)).toBe('2025-11-25T00:00:00.000Z');
});

test.each<[Pick<SetKeep, 'keep' | 'unset'>, string]>([
  [{ keep: { logs: 86_400, traces: null } }, 'keeps logs 1d, traces forever'],
  [{ keep: { logs: 5400, evaluations: 7200, outputs: 61 } }, 'keeps logs 90m, evaluations 2h, outputs 61s'],
  [{ keep: { logs: 86_400 }, unset: ['logs', 'traces'] }, 'keeps logs 1d; has no rule for logs, traces'],
  [{}, 'changed nothing'],
])('%j is described', (changes, text) => {
  expect(describeKeep(changes)).toBe(text);
});
