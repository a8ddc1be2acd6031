import type { ComparedCandidate, Comparison } from '../../contract/evaluations/comparison.ts';
import { describeComparisonMethods } from '../../contract/evaluations/describe-methods.ts';
import { changedRowColumns, comparedMetricColumns, drawnMetricColumns, flakyRowColumns } from './comparison-columns.ts';
import { comparedGroupBlocks } from './compared-groups.ts';
import { countOf } from '../../foundation/count-of.ts';
import { drawn, toText, written, type Block, type Page, type TextBlock } from '../layout/page.ts';
import { toTable } from '../layout/table-model.ts';

/** Shows candidates compared with a baseline: each metric, then the rows that changed. */
export function comparisonPage(comparison: Comparison): Page {
  return [
    ...comparison.candidates.flatMap((candidate) => [
      ...candidateBlocks(comparison, candidate),
      ...comparedGroupBlocks(comparison, candidate),
    ]),
    toText(`${describeComparisonMethods(comparison)} More: wf help methods`),
  ];
}

function candidateBlocks({ baseline }: Comparison, candidate: ComparedCandidate): Page {
  const rows = countOf(candidate.pairs, 'row');
  const empty = 'They have no metrics in common.';
  return [
    ...written(
      toTable({
        title: `${candidate.variant} (${candidate.id}) after ${baseline.variant} (${baseline.id}), ${rows}`,
        columns: comparedMetricColumns,
        rows: candidate.metrics,
        empty,
      }),
    ),
    ...drawn(
      toTable({
        title: `${candidate.variant} after ${baseline.variant}, ${rows}`,
        columns: drawnMetricColumns,
        rows: candidate.metrics.filter(({ verdict }) => verdict !== 'no data'),
        empty,
      }),
      ...withoutData(candidate),
    ),
    ...unpairedText(candidate),
    ...changes('Rows that got worse', candidate.worse),
    ...changes('Rows that got better', candidate.better),
    ...flakyBlocks(candidate),
  ];
}

function withoutData({ metrics }: ComparedCandidate): TextBlock[] {
  const names = metrics.filter(({ verdict }) => verdict === 'no data').map(({ metric }) => metric);
  return names.length === 0 ? [] : [toText(`No row has data in both evaluations: ${names.join(', ')}.`)];
}

/** Reports the rows that only one evaluation has: they are not part of the comparison. */
function unpairedText({ only_in_baseline: before, only_in_candidate: after }: ComparedCandidate): Block[] {
  if (before + after === 0) return [];
  return [
    toText(`Left out: ${countOf(before, 'row')} that only the first evaluation has, ${after} that only this one has.`),
  ];
}

function flakyBlocks({ flaky, flaky_rows }: ComparedCandidate): Block[] {
  if (flaky === 0) return [];
  const title = `Flaky: repetitions disagree ${countOf(flaky, 'time')}`;
  return [toTable({ title, columns: flakyRowColumns, rows: flaky_rows })];
}

function changes(title: string, rows: ComparedCandidate['worse']): Block[] {
  return rows.length === 0 ? [] : [toTable({ title, columns: changedRowColumns, rows })];
}
