import { useState } from 'react';
import type { Evaluation, TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { goTo, toHash } from '../address/address.ts';
import { Button } from '../elements/button.tsx';
import { RecordList, type RecordListProps } from '../elements/record-tables.tsx';
import { labelColumn, LabelTags } from '../labels/list-filter.tsx';
import { countText, formatMoment, formatSeconds } from '../text/format-figures.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { isFinished, meanText, numberOf, statusText, totalCostText, variantOf } from './result-text.ts';
import type { EvaluationStatus, Result } from '../../contract/evaluations/result.ts';
import { countSubset, describeSubset, isSameSubject, nameTestset } from '../../contract/evaluations/subject.ts';
import { isUnfinished } from '../../contract/evaluations/evaluation-status.ts';

interface EvaluationTableProps extends Pick<RecordListProps<TestedEvaluation>, 'isStale' | 'onNearEnd'> {
  readonly evaluations: readonly TestedEvaluation[];
  /** How many there are when all are fetched. */
  readonly total: number;
}

/** Scores that a row shows; its title has the others. */
const MAX_RESULTS = 3;

export function EvaluationTable({ evaluations, total, isStale, onNearEnd }: EvaluationTableProps) {
  const { appName } = useWorkspace();
  const [chosen, setChosen] = useState<readonly TestedEvaluation[]>([]);
  const toggle = (evaluation: TestedEvaluation) => {
    const others = chosen.filter(({ id }) => id !== evaluation.id);
    setChosen(others.length < chosen.length ? others : [...chosen, evaluation].slice(-2));
  };
  // The older one comes first: the newer one is the candidate.
  const [before, after] = chosen.toSorted((one, other) => ageOf(one).localeCompare(ageOf(other)));
  const isComparable = before !== undefined && after !== undefined && isSameSubject(before, after);
  const compare = () => {
    if (!isComparable) return;
    goTo({ page: 'evaluations', app: appName, id: after.id, query: { baseline: before.id } });
  };
  return (
    <>
      <div className="actions">
        <Button label="Compare" disabled={!isComparable} onClick={compare} />
        <span className="faint" role="status">
          {countText(total, 'evaluation')}, {chosen.length} of 2 selected
          {after === undefined || isComparable ? '' : ': of different routes or test sets'}
        </span>
      </div>
      {evaluations.length === 0 ? null : (
        <RecordList
          label="Evaluations"
          columns={columnsOf(evaluations)}
          records={evaluations}
          total={total}
          lines={linesOf(evaluations)}
          keyOf={({ id }) => id}
          cellsOf={(evaluation) => cellsOf(appName, evaluation, { chosen, onToggle: toggle })}
          isStale={isStale}
          onNearEnd={onNearEnd}
        />
      )}
    </>
  );
}

function ageOf({ created_at, id }: Evaluation): string {
  return `${created_at} ${id}`;
}

function columnsOf(evaluations: readonly TestedEvaluation[]) {
  return [
    { label: 'Select', rem: 4.5 },
    { label: 'Variant' },
    ...(evaluations.some(({ route }) => route != null) ? [{ label: 'Route', rem: 6 }] : []),
    { label: 'Test set' },
    ...(evaluations.some(({ subset }) => subset != null) ? [{ label: 'Subset', rem: 6 }] : []),
    { label: 'Status', rem: 9 },
    { label: 'Results', rem: 18 },
    { label: 'Cost', rem: 7, isNumber: true },
    { label: 'Latency', rem: 5.5, isNumber: true },
    ...labelColumn(evaluations),
    { label: 'Started', rem: 15 },
  ];
}

function linesOf(evaluations: readonly Evaluation[]): number {
  const most = evaluations.reduce((max, each) => Math.max(max, each.aggregated_results.length), 1);
  return Math.min(MAX_RESULTS, most);
}

interface Selection {
  readonly chosen: readonly TestedEvaluation[];
  readonly onToggle: (evaluation: TestedEvaluation) => void;
}

function cellsOf(appName: string, evaluation: TestedEvaluation, { chosen, onToggle }: Selection) {
  const { id, route, subset, average_latency, created_at } = evaluation;
  return {
    Select: (
      <input
        type="checkbox"
        aria-label={`Compare ${variantOf(evaluation)}, started ${formatMoment(created_at)}`}
        disabled={!isFinished(evaluation)}
        checked={chosen.some((each) => each.id === id)}
        onChange={() => onToggle(evaluation)}
      />
    ),
    Variant: (
      <a href={toHash({ page: 'evaluations', app: appName, id })} title={variantOf(evaluation)}>
        {variantOf(evaluation)}
      </a>
    ),
    Route: <span title={route ?? undefined}>{route ?? '-'}</span>,
    'Test set': <span title={nameTestset(evaluation) ?? undefined}>{nameTestset(evaluation) ?? '-'}</span>,
    Subset:
      subset == null ? (
        <span className="faint">all</span>
      ) : (
        <span title={describeSubset(subset)}>{countSubset(subset).replace(/ rows?$/, '')}</span>
      ),
    Status: <StatusTag evaluation={evaluation} />,
    Results: <Results evaluation={evaluation} />,
    Cost: <span title={totalCostText(evaluation)}>{totalCostText({ ...evaluation, failed_cost: null })}</span>,
    Latency: formatSeconds(numberOf(average_latency)),
    Labels: <LabelTags record={evaluation} page="evaluations" />,
    Started: <span className="faint">{formatMoment(created_at)}</span>,
  };
}

function Results({ evaluation: { aggregated_results: results } }: { readonly evaluation: Evaluation }) {
  const texts = results.map(({ evaluator_config: { name }, result }) => `${name} ${meanText(result)}`);
  const rest = results.length - MAX_RESULTS;
  const shown = rest > 0 ? MAX_RESULTS - 1 : MAX_RESULTS;
  return (
    <div title={texts.join('\n')}>
      {results.slice(0, shown).map(({ evaluator_config: { id, name }, result }) => (
        <span key={id} className="mean">
          <span className="faint mean-name">{name}</span> <span className="mean-value">{meanText(result)}</span>
        </span>
      ))}
      {rest > 0 ? <span className="faint">and {rest + 1} more</span> : null}
    </div>
  );
}

/** How an evaluation ended; if rows have no score, how many, with the first error as its title. */
export function StatusTag({ evaluation }: { readonly evaluation: Evaluation }) {
  const { status } = evaluation;
  const text = statusText(status);
  const unscored = unscoredText(evaluation);
  return (
    <span className={`tag ${toneOf(status)}`} title={unscored === null ? undefined : text}>
      {unscored ?? text}
    </span>
  );
}

/** Counts the rows without a score of the evaluator that lacks most; `null`: all have one, or nobody counted them. */
function unscoredText({ status, aggregated_results }: Evaluation): string | null {
  if (status.value !== 'EVALUATION_FINISHED_WITH_ERRORS') return null;
  const lacking = aggregated_results
    .map(({ result: { rows, scored } }) => ({ rows: rows ?? 0, unscored: (rows ?? 0) - (scored ?? rows ?? 0) }))
    .toSorted((a, b) => b.unscored - a.unscored);
  const [most] = lacking;
  return most === undefined || most.unscored <= 0 ? null : `${most.unscored} of ${most.rows} without a score`;
}

const FAILED: readonly unknown[] = [
  'EVALUATION_FAILED',
  'EVALUATION_AGGREGATION_FAILED',
  'EVALUATION_FINISHED_WITH_ERRORS',
] satisfies EvaluationStatus[];

function toneOf(status: Result): 'good' | 'bad' | 'busy' | '' {
  if (status.value === 'EVALUATION_FINISHED') return 'good';
  if (isUnfinished(status)) return 'busy';
  return FAILED.includes(status.value) ? 'bad' : '';
}
