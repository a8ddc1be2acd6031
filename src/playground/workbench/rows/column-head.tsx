import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import type { Column } from '../../drafts/draft.ts';
import { formatCost, formatSeconds } from '../../text/format-figures.ts';
import { nameRevision } from '../../text/name-revision.ts';
import type { CellStore } from './cell-store.ts';
import { summarise } from './column-summary.ts';

interface ColumnHeadProps {
  readonly index: number;
  readonly column: Column;
  readonly store: CellStore;
  readonly evaluators: readonly EvaluatorConfig[];
}

/** Names a configuration and sums its answers up. */
export function ColumnHead({ index, column, store, evaluators }: ColumnHeadProps) {
  const { done, failed, seconds, cost, scores } = summarise(store.ofColumn(column.id).values());
  const means = evaluators.flatMap(({ id, name }) => {
    const score = scores[id];
    return score === undefined ? [] : [`${name} ${Number(score.mean.toPrecision(3))}${of(score.rows, done)}`];
  });
  const figures = [
    ...means,
    ...(done === 0 ? [] : [`${done.toLocaleString('en')} done`]),
    ...(failed === 0 ? [] : [`${failed.toLocaleString('en')} failed`]),
    ...(seconds === null ? [] : [`${formatSeconds(seconds)} on average`]),
    ...(cost === null ? [] : [formatCost(cost)]),
  ];
  return (
    <span role="columnheader" className="column-head">
      <b title={nameOf(column)}>
        {index + 1}: {nameOf(column)}
      </b>
      <span className="figures" title={figures.join(' · ')}>
        {figures.join(' · ')}
      </span>
    </span>
  );
}

function nameOf({ origin }: Column): string {
  return origin === null ? 'the code’s defaults' : nameRevision(origin.variantName, origin.revision);
}

/** Shows how many rows a mean is over, where some have no score. */
function of(scored: number, done: number): string {
  return scored === done ? '' : ` (${scored} of ${done})`;
}
