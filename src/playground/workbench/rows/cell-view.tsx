import { useMemo } from 'react';
import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import { formatCost, formatSeconds } from '../../text/format-figures.ts';
import { DiffParts } from '../../variants/diff-view.tsx';
import { compareTexts } from '../../variants/compare-parameters.ts';
import type { Cell, Score } from './cell-store.ts';

interface CellViewProps {
  readonly cell: Cell | undefined;
  /** The answer to compare with; without it, the answer is shown. */
  readonly baseline: Cell | undefined;
  /** Whether another configuration gave this answer. */
  readonly isOutdated: boolean;
  readonly evaluators: readonly EvaluatorConfig[];
}

/** More characters than a cell has room for. */
const MAX_SHOWN = 600;

/** An answer in the grid, with its scores and figures. */
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

interface ScoreTagProps {
  /** Name of the evaluator. */
  readonly name: string;
  readonly score: Score | undefined;
}

/** The score of an answer by one evaluator. A cross or a tick says it without colour. */
function ScoreTag({ name, score }: ScoreTagProps) {
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
