import { expect, test } from 'vitest';
import type { Compatibility, ParameterBreak } from '../../../../src/contract/deployments/deployment.ts';
import { findRefusal } from '../../../../src/use-cases/deployments/find-refusal.ts';
import { breakOf } from '../../ui/fixtures.ts';

test.each<[string, Partial<ParameterBreak>, boolean, boolean]>([
  ['a break', { severity: 'breaking' }, false, true],
  ['an accepted break', { severity: 'breaking' }, true, false],
  ['what would fail at once', { severity: 'fatal' }, false, true],
  ['what would fail at once, accepted', { severity: 'fatal' }, true, true],
  ['what was broken before', { severity: 'known' }, false, false],
  ['what nothing runs', { severity: 'idle' }, false, false],
])('%s is rejected or accepted', (_, one, isAccepted, isRefused) => {
  expect(findRefusal(given([one]), isAccepted) !== null).toBe(isRefused);
});

test('the error lists every break, and one migration per field', () => {
  const refusal = findRefusal(
    given([
      { field: 'model', message: 'a', suggestions: ['rename:model=llm', 'drop:model'] },
      { field: 'model', environment: 'staging', message: 'b', suggestions: ['rename:model=llm'] },
      { field: 'tone', message: 'c', suggestions: ["map:tone:it's=so so"] },
    ]),
    false,
  );
  expect(refusal).toMatchObject({
    code: 'WF_BREAKING_CHANGE',
    exitCode: 5,
    message: 'The new code rejects 3 stored values:\n  a\n  b\n  c',
    nextSteps: [
      `Add --migrate rename:model=llm --migrate 'map:tone:it'\\''s=so so'`,
      'Add --accept-breaking: the environment keeps its old code until wf env deploy',
    ],
  });
});

test('the error suggests neither impossible migrations nor accepting fatal breaks', () => {
  const refusal = findRefusal(given([{ severity: 'fatal', suggestions: [] }]), false);
  expect(refusal?.nextSteps).toEqual([]);
});

test('only the first of many breaks are listed', () => {
  const refusal = findRefusal(given(Array.from({ length: 12 }, (_, index) => ({ message: `break ${index}` }))), false);
  expect(refusal?.message.split('\n').slice(-2)).toEqual(['  break 9', '  and 2 more']);
});

function given(breaks: readonly Partial<ParameterBreak>[]): Compatibility {
  return { is_breaking: true, breaks: breaks.map(breakOf), migrated: [], unused_migrations: [] };
}
