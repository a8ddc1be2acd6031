import { useMemo } from 'react';
import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import { formatCost, formatSeconds } from '../../text/format-figures.ts';
import { compareTexts, DiffParts } from '../../elements/diff-view.tsx';
import type { Cell, CellStore, Score } from './cell-store.ts';
import { type Column, nameOrigin } from '../../drafts/draft.ts';
import { mean, sum } from '../../../foundation/numbers.ts';

interface CellViewProps {
  readonly cell: Cell | undefined;
  /** The answer to compare with; without it, the answer is shown. */
  readonly baseline: Cell | undefined;
  readonly isOutdated: boolean;
  readonly evaluators: readonly EvaluatorConfig[];
}

/** More characters than a cell has room for. */
const MAX_SHOWN = 600;

export function CellView({ cell, baseline, isOutdated, evaluators }: CellViewProps) {
  if (cell === undefined) return <span role="gridcell" />;
  if (cell.state === 'running') {
    return (
      <span role="gridcell" className="faint busy">
        Running…
      </span>
    );
  }
  const { state, text, seconds, cost, scores } = cell;
  return (
    <span role="gridcell" className="cell" data-outdated={isOutdated || undefined}>
      <span className={state === 'failed' ? 'clamp bad' : 'clamp'}>
        {baseline === undefined ? text.slice(0, MAX_SHOWN) : <CellDiff before={baseline.text} after={text} />}
      </span>
      <span className="cell-figures">
        {evaluators.map(({ id, name }) => (
          <ScoreTag key={id} name={name} score={scores[id]} />
        ))}
        {state === 'failed' ? null : (
          <span className="faint">
            {formatSeconds(seconds)}
            {cost === null ? '' : ` · ${formatCost(cost)}`}
          </span>
        )}
        {isOutdated ? <span className="tag">before changes</span> : null}
      </span>
    </span>
  );
}

function CellDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const parts = useMemo(() => compareTexts(before.slice(0, MAX_SHOWN), after.slice(0, MAX_SHOWN)), [before, after]);
  return <DiffParts parts={parts} />;
}

/** The score of an answer by one evaluator. A cross or a tick says it without colour. */
function ScoreTag({ name, score }: { readonly name: string; readonly score: Score | undefined }) {
  if (score === undefined) return null;
  const { state, text } = score;
  const tone = state === 'failed' || text === 'fail' ? 'bad' : text === 'pass' ? 'good' : undefined;
  const sign = state === 'failed' ? '⚠ no score' : text === 'pass' ? '✓' : text === 'fail' ? '✗' : text;
  return (
    <span className="cell-score" data-tone={tone} title={`${name}: ${text}`}>
      <span className="score-name">{name}</span> <b>{sign}</b>
      {sign === text ? null : <span className="hidden"> {text}</span>}
    </span>
  );
}

interface ColumnHeadProps {
  readonly index: number;
  readonly column: Column;
  readonly store: CellStore;
  readonly evaluators: readonly EvaluatorConfig[];
}

export function ColumnHead({ index, column, store, evaluators }: ColumnHeadProps) {
  const { done, failed, seconds, cost, failedCost, isLeast, scores } = summarise(store.ofColumn(column.id).values());
  const means = evaluators.flatMap(({ id, name }) => {
    const score = scores[id];
    return score === undefined ? [] : [`${name} ${Number(score.mean.toPrecision(3))}${of(score.rows, done)}`];
  });
  const figures = [
    ...means,
    ...(done === 0 ? [] : [`${done.toLocaleString('en')} done`]),
    ...(failed === 0 ? [] : [`${failed.toLocaleString('en')} failed`]),
    ...(seconds === null ? [] : [`${formatSeconds(seconds)} on average`]),
    ...(cost === null ? [] : [`${isLeast ? 'at least ' : ''}${formatCost(cost)}`]),
    ...(failedCost === 0 ? [] : [`of which failed ${formatCost(failedCost)}`]),
  ];
  return (
    <span role="columnheader" className="column-head">
      <b title={nameOrigin(column.origin)}>
        {index + 1}: {nameOrigin(column.origin)}
      </b>
      <span className="figures" title={figures.join(' · ')}>
        {figures.join(' · ')}
      </span>
    </span>
  );
}

/** Shows how many rows a mean is over, where some have no score. */
function of(scored: number, done: number): string {
  return scored === done ? '' : ` (${scored} of ${done})`;
}

interface ColumnSummary {
  readonly done: number;
  readonly failed: number;
  /** Mean latency of the answers; `null` without one. */
  readonly seconds: number | null;
  /** Known cost of all calls, and the part of those that failed; `null` when none is known. */
  readonly cost: number | null;
  readonly failedCost: number;
  /** Whether the cost of a call is unknown. */
  readonly isLeast: boolean;
  /** Mean score and number of scored rows, by the id of the evaluator's configuration. */
  readonly scores: Readonly<Record<string, { readonly mean: number; readonly rows: number }>>;
}

export function summarise(cells: Iterable<Cell>): ColumnSummary {
  const all = [...cells];
  const done = all.filter(({ state }) => state === 'done');
  const failed = all.filter(({ state }) => state === 'failed');
  const failedCost = sum(failed.map(({ cost }) => cost ?? 0));
  const priced = done.flatMap(({ cost }) => cost ?? []);
  const isPriced = priced.length > 0 || failedCost > 0;
  const ids = new Set(done.flatMap(({ scores }) => Object.keys(scores)));
  return {
    done: done.length,
    failed: failed.length,
    seconds: mean(done.map(({ seconds }) => seconds).filter((value) => value !== null)),
    cost: isPriced ? sum([...priced, failedCost]) : null,
    failedCost,
    isLeast: [...done, ...failed].some(({ cost }) => cost === null),
    scores: Object.fromEntries(
      [...ids].flatMap((id) => {
        const values = done.map(({ scores }) => scores[id]?.value ?? null).filter((value) => value !== null);
        const average = mean(values);
        return average === null ? [] : [[id, { mean: average, rows: values.length }]];
      }),
    ),
  };
}
