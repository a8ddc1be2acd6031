import { useEffect, useRef } from 'react';
import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { goTo, replaceAddress } from '../address/address.ts';
import { announce } from '../elements/announcement.tsx';
import { Fact } from '../elements/facts.tsx';
import { sumOrNull } from '../../foundation/numbers.ts';
import { Notice } from '../elements/notices.tsx';
import { ChoiceFinder, SelectField } from '../elements/labelled-controls.tsx';
import { LabelTags } from '../labels/list-filter.tsx';
import { MetadataActions } from '../labels/metadata-actions.tsx';
import { FoldedCommands } from '../elements/terminal-command.tsx';
import { toCommand } from '../text/to-command.ts';
import { PageHead, type PageHeadProps } from '../elements/page-head.tsx';
import { formatCost, formatSeconds } from '../text/format-figures.ts';
import { useRequest } from '../service/queries.ts';
import { send } from '../service/request.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { evaluatorColumns } from './read-row.ts';
import {
  averageCostText,
  isFinished,
  mayChange,
  meanText,
  nameEvaluation,
  numberOf,
  sayEvaluation,
  totalCostText,
} from './result-text.ts';
import { useProgress } from './watching/use-progress.ts';
import { ProgressView } from './watching/progress-view.tsx';
import { useEvaluationRows } from './watching/use-evaluation-rows.ts';
import { RowList } from './row-list.tsx';
import { tryRowOf } from './try-row.ts';
import { StatusTag } from './evaluation-table.tsx';
import { describeSubset, isSameSubject } from '../../contract/evaluations/subject.ts';
import { toOption, useEvaluationChoices } from './use-evaluation-choices.ts';

interface EvaluationViewProps {
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
}

export function EvaluationView({ id, query }: EvaluationViewProps) {
  const { appName } = useWorkspace();
  const { value, error } = useRequest('GET /evaluations/{evaluation_id}', { evaluation_id: id });
  useEnd(value);
  const back = { page: 'evaluations', app: appName, id: null } as const;
  if (value !== null) return <Details evaluation={value} back={back} query={query} />;
  return (
    <>
      <PageHead title="Evaluation" back={back} />
      <Notice error={error}>Loading…</Notice>
    </>
  );
}

/** When an evaluation that was seen running has ended, says how. */
function useEnd(evaluation: TestedEvaluation | null): void {
  const watched = useRef<string | null>(null);
  useEffect(() => {
    if (evaluation === null) return;
    if (mayChange(evaluation.status)) watched.current = evaluation.id;
    else if (watched.current === evaluation.id) {
      watched.current = null;
      announce(sayEvaluation(evaluation));
    }
  }, [evaluation]);
}

interface DetailsProps {
  readonly evaluation: TestedEvaluation;
  readonly back: PageHeadProps['back'];
  readonly query: EvaluationViewProps['query'];
}

function Details({ evaluation, back, query }: DetailsProps) {
  const { id, app_id, status, aggregated_results: results } = evaluation;
  const progress = useProgress(evaluation);
  const list = useEvaluationRows(evaluation, progress?.done ?? null);
  const workspace = useWorkspace();
  const { appName, appFlag } = workspace;
  const showOther = (change: EvaluationViewProps['query']) =>
    replaceAddress({ page: 'evaluations', app: appName, id, query: { ...query, ...change } });
  const configs = useRequest('GET /evaluators/configs', { app_id });
  const judged = results.flatMap(({ result: { cost } }) => (cost === undefined ? [] : [cost]));
  const names = new Map((configs.value ?? []).map((config) => [config.id, config.name]));
  return (
    <>
      <PageHead title={nameEvaluation(evaluation)} back={back}>
        <StatusTag evaluation={evaluation} />
        <LabelTags record={evaluation} page="evaluations" />
        {isFinished(evaluation) ? <CompareWith evaluation={evaluation} /> : null}
        <MetadataActions
          what={`evaluation ${id}`}
          record={evaluation}
          command={['wf', 'eval', 'update', id]}
          onChange={(body) => send('PATCH /evaluations/{evaluation_id}/metadata', { evaluation_id: id, body })}
        />
      </PageHead>
      {status.error == null ? null : <p className="bad">{status.error.message}</p>}
      {progress === null ? null : <ProgressView seen={progress} />}
      <dl className="figures-row card">
        {results.map(({ evaluator_config: { id: key, name }, result }) => (
          <Fact key={key} label={name}>
            {meanText(result)}
          </Fact>
        ))}
        {evaluation.subset == null ? null : <Fact label="Subset">{describeSubset(evaluation.subset)}</Fact>}
        <Fact label="Total cost">{totalCostText(evaluation)}</Fact>
        {judged.length === 0 ? null : <Fact label="Judge cost">{formatCost(sumOrNull(judged))}</Fact>}
        <Fact label="Average cost">{averageCostText(evaluation)}</Fact>
        <Fact label="Average latency">{formatSeconds(numberOf(evaluation.average_latency))}</Fact>
      </dl>
      {list.error === null ? null : <Notice error={list.error} />}
      <FoldedCommands
        commands={['show', 'rows'].map((verb) => toCommand(['wf', 'eval', verb], { '--app': appFlag }, [id]))}
      />
      <RowList
        evaluationId={id}
        rows={list.records}
        isComplete={list.isComplete}
        evaluators={evaluatorColumns(evaluation, list.records, names)}
        query={query}
        onQuery={showOther}
        onTry={tryRowOf(workspace, evaluation)}
      />
    </>
  );
}

function CompareWith({ evaluation }: Pick<DetailsProps, 'evaluation'>) {
  const { id, app_id } = evaluation;
  const { appName } = useWorkspace();
  const { records, finder } = useEvaluationChoices(app_id);
  const others = (records ?? []).filter((each) => each.id !== id && isSameSubject(each, evaluation)).toReversed();
  if (others.length === 0 && finder === null) return null;
  return (
    <>
      <SelectField
        className="base"
        label="Compare with"
        value=""
        options={[['', 'choose…'], ...others.map(toOption)]}
        onChange={(baseline) => goTo({ page: 'evaluations', app: appName, id, query: { baseline } })}
      />
      <ChoiceFinder finder={finder} what="evaluation" />
    </>
  );
}
