import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import type { Column } from '../../drafts/draft.ts';
import { formatCost, formatSeconds } from '../../text/format-figures.ts';
import { nameRevision } from '../../text/name-revision.ts';
import type { Cell, CellStore } from './cell-store.ts';
import { mean, sumOrNull } from '../../../foundation/numbers.ts';

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

/** The answers of one configuration, summed up. */
interface ColumnSummary {
  readonly done: number;
  readonly failed: number;
  /** Mean latency of the answers; `null` without one. */
  readonly seconds: number | null;
  /** Total cost; `null` when that of an answer is unknown. */
  readonly cost: number | null;
  /** Mean score and number of scored rows, by the id of the evaluator's configuration. */
  readonly scores: Readonly<Record<string, { readonly mean: number; readonly rows: number }>>;
}

export function summarise(cells: Iterable<Cell>): ColumnSummary {
  const all = [...cells];
  const done = all.filter(({ state }) => state === 'done');
  const ids = new Set(done.flatMap(({ scores }) => Object.keys(scores)));
  return {
    done: done.length,
    failed: all.filter(({ state }) => state === 'failed').length,
    seconds: mean(done.map(({ seconds }) => seconds).filter((value) => value !== null)),
    cost: done.length === 0 ? null : sumOrNull(done.map(({ cost }) => cost)),
    scores: Object.fromEntries(
      [...ids].flatMap((id) => {
        const values = done.map(({ scores }) => scores[id]?.value ?? null).filter((value) => value !== null);
        const average = mean(values);
        return average === null ? [] : [[id, { mean: average, rows: values.length }]];
      }),
    ),
  };
}
