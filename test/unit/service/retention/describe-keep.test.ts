import { expect, test } from 'vitest';
import type { SetKeep } from '../../../../src/contract/retention/keep.ts';
import { describeKeep } from '../../../../src/service/retention/describe-keep.ts';

test.each<[Pick<SetKeep, 'keep' | 'unset'>, string]>([
  [{ keep: { logs: 86_400, traces: null } }, 'keeps logs 1d, traces forever'],
  [{ keep: { logs: 5400, evaluations: 7200, outputs: 61 } }, 'keeps logs 90m, evaluations 2h, outputs 61s'],
  [{ unset: ['logs', 'traces'] }, 'has no rule for logs, traces'],
  [{ keep: { logs: 86_400 }, unset: ['traces'] }, 'keeps logs 1d; has no rule for traces'],
  [{}, 'changed nothing'],
])('%j is described', (rules, text) => {
  expect(describeKeep(rules)).toBe(text);
});
