import { expect, test } from 'vitest';
import type { TestedEvaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import { EvaluationTable } from '../../../../src/playground/evaluations/evaluation-table.tsx';
import { WorkspaceContext } from '../../../../src/playground/workspace/workspace.ts';
import { evaluationOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount, type Mounted } from '../../../helpers/page/mount.ts';
import { TIME, workspaceOf } from '../../../helpers/page/page-records.ts';

const table = (evaluations: readonly TestedEvaluation[]) => (
  <WorkspaceContext value={workspaceOf()}>
    <EvaluationTable evaluations={evaluations} total={evaluations.length} isStale={false} onNearEnd={() => undefined} />
  </WorkspaceContext>
);
const headsOf = ({ root }: Mounted) => root.all.filter(({ tag }) => tag === 'th').map(({ text }) => text);
const boxesOf = ({ root }: Mounted) => root.all.filter(({ props }) => props['type'] === 'checkbox');

test('the last two that were selected are compared, by their age', async () => {
  using browser = fakeBrowser();
  const evaluations = ['c', 'b', 'a'].map((id) =>
    evaluationOf({ id, variant_names: [id], created_at: id === 'c' ? '2026-11-21T11:00:00Z' : TIME }),
  );
  await using shown = await mount(table(evaluations));
  const toggle = (index: number) =>
    shown.settle(() => (boxesOf(shown)[index]?.props['onChange'] as (() => void) | undefined)?.());
  const state = () => [
    /role="status"> "([^"]*)"/.exec(shown.markup)?.[1],
    boxesOf(shown).map(({ props }) => props['checked']),
  ];
  await toggle(2);
  expect(state()).toEqual(['3 evaluations, 1 of 2 selected', [false, false, true]]);
  await expect(shown.click('Compare')).rejects.toThrow('Compare is disabled');
  await toggle(0);
  expect(state()).toEqual(['3 evaluations, 2 of 2 selected', [true, false, true]]);
  await toggle(1);
  expect(state()).toEqual(['3 evaluations, 2 of 2 selected', [true, true, false]]);
  await shown.click('Compare');
  expect(browser.location.hash).toBe('#/apps/support/evaluations/c?baseline=b');
  await toggle(0);
  expect(state()).toEqual(['3 evaluations, 1 of 2 selected', [false, true, false]]);
});

test.each([
  ['none has any', {}, false],
  ['one is archived', { archived_at: TIME }, true],
  ['one has a label', { labels: { team: 'a' } }, true],
  ['one has no label any more', { labels: {} }, false],
])('labels have a column unless %s: %j', async (_, change, isMarked) => {
  using _browser = fakeBrowser();
  await using shown = await mount(table([evaluationOf({ id: 'e' }), evaluationOf({ id: 'f', ...change })]));
  expect(headsOf(shown).includes('Labels')).toBe(isMarked);
});

test.each([
  [0, 42],
  [1, 42],
  [2, 64],
])('an evaluation of %i evaluators has a row of %i pixels', async (count, height) => {
  using _ = fakeBrowser();
  const aggregated_results = ['a', 'b'].slice(0, count).map((name) => scoreOf(name, 1));
  await using shown = await mount(table([evaluationOf({ aggregated_results })]));
  expect(shown.markup).toContain(`<tr aria-rowindex=2 style={"blockSize":${height}}>`);
});
