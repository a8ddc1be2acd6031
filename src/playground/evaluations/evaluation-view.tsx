import { useEffect, useRef } from 'react';
import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { goTo, replaceAddress } from '../address/use-address.ts';
import { announce } from '../elements/announce.ts';
import { Notice } from '../elements/notice.tsx';
import { ChoiceFinder } from '../elements/choice-finder.tsx';
import { LabelTags } from '../labels/label-tags.tsx';
import { MetadataActions } from '../labels/metadata-actions.tsx';
import { FoldedCommand } from '../elements/folded-command.tsx';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { toCommand } from '../text/to-command.ts';
import { PageHead, type PageHeadProps } from '../elements/page-head.tsx';
import { formatCost, formatSeconds } from '../text/format-figures.ts';
import { send } from '../service/request.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { evaluatorColumns } from './evaluator-columns.ts';
import { averageCostText, isFinished, mayChange, meanText, numberOf, totalCostText, variantOf } from './result-text.ts';
import { RowList } from './row-list.tsx';
import { sayEvaluation } from './say-evaluation.ts';
import { StatusTag } from './status-tag.tsx';
import { useEvaluationChoices } from './use-evaluation-choices.ts';
import { useRows } from './use-rows.ts';

const POLL_MS = 1000;

interface EvaluationViewProps {
  readonly id: string;
  /** What is shown of its rows, from the address. */
  readonly query: Readonly<Record<string, string>>;
}

/** An evaluation: its summary and its rows. */
export function EvaluationView({ id, query }: EvaluationViewProps) {
  const { appName } = useWorkspace();
  const { value, error, reload } = useLoaded(id, (signal) =>
    send('GET /evaluations/{evaluation_id}', { evaluation_id: id }, signal),
  );
  useEffect(() => {
    if (value === null || !mayChange(value.status)) return undefined;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [value, reload]);
  useSpokenEnd(value);
  const back = { page: 'evaluations', app: appName, id: null } as const;
  if (value !== null) return <Details evaluation={value} back={back} query={query} onChanged={reload} />;
  return (
    <>
      <PageHead title="Evaluation" back={back} />
      <Notice error={error}>Loading…</Notice>
    </>
  );
}

/** Says how an evaluation ended that was seen running. */
function useSpokenEnd(evaluation: TestedEvaluation | null): void {
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
  readonly onChanged: () => void;
}

function Details({ evaluation, back, query, onChanged }: DetailsProps) {
  const { id, app_id, testset_name, status, labels, archived_at, aggregated_results: results } = evaluation;
  const { rows, isComplete, error } = useRows(id, mayChange(status));
  const { appName, appFlag } = useWorkspace();
  const showOther = (change: EvaluationViewProps['query']) =>
    replaceAddress({ page: 'evaluations', app: appName, id, query: { ...query, ...change } });
  const configs = useLoaded(app_id, (signal) => send('GET /evaluators/configs', { app_id }, signal));
  const judged = results.flatMap(({ result: { cost } }) => (cost === undefined ? [] : [cost]));
  const names = new Map((configs.value ?? []).map((config) => [config.id, config.name]));
  return (
    <>
      <PageHead title={`${variantOf(evaluation)} on ${testset_name ?? 'a deleted test set'}`} back={back}>
        <StatusTag status={status} />
        <LabelTags labels={labels} archivedAt={archived_at} listOf={(label) => ({ ...back, query: { label } })} />
        {isFinished(evaluation) ? <CompareWith evaluation={evaluation} /> : null}
        <MetadataActions
          what={`evaluation ${id}`}
          labels={labels}
          archivedAt={archived_at}
          command={['wf', 'eval', 'update', id]}
          onChange={async (body) => {
            await send('PATCH /evaluations/{evaluation_id}/metadata', { evaluation_id: id, body });
            onChanged();
          }}
        />
      </PageHead>
      <dl className="figures-row card">
        {results.map(({ evaluator_config: { id: key, name }, result }) => (
          <Figure key={key} label={name} text={meanText(result)} />
        ))}
        <Figure label="Total cost" text={totalCostText(evaluation)} />
        {judged.length === 0 ? null : <Figure label="Judge cost" text={formatCost(addUp(judged))} />}
        <Figure label="Average cost" text={averageCostText(evaluation)} />
        <Figure label="Average latency" text={formatSeconds(numberOf(evaluation.average_latency))} />
      </dl>
      {error === null ? null : <Notice error={error} />}
      <FoldedCommand>
        <TerminalCommand isTitled command={toCommand(['wf', 'eval', 'show'], { '--app': appFlag }, [id])} />
        <TerminalCommand isTitled command={toCommand(['wf', 'eval', 'rows'], { '--app': appFlag }, [id])} />
      </FoldedCommand>
      <RowList
        rows={rows}
        isComplete={isComplete}
        evaluators={evaluatorColumns(evaluation, rows, names)}
        query={query}
        onQuery={showOther}
      />
    </>
  );
}

/** Leads to the comparison with another evaluation of the app. */
function CompareWith({ evaluation: { id, app_id } }: Pick<DetailsProps, 'evaluation'>) {
  const { appName } = useWorkspace();
  const { records, finder } = useEvaluationChoices(app_id);
  const others = (records ?? []).filter((each) => each.id !== id).toReversed();
  if (others.length === 0 && finder === null) return null;
  return (
    <>
      <label className="base">
        <span>Compare with</span>
        <select
          value=""
          onChange={({ target }) => goTo({ page: 'evaluations', app: appName, id, query: { baseline: target.value } })}
        >
          <option value="" disabled>
            choose…
          </option>
          {others.map((other) => (
            <option key={other.id} value={other.id}>
              {variantOf(other)} on {other.testset_name ?? 'a deleted test set'}
            </option>
          ))}
        </select>
      </label>
      <ChoiceFinder finder={finder} what="evaluation" />
    </>
  );
}

/** Adds up what judges cost; `null` when a part is unknown. */
function addUp(costs: readonly (number | null)[]): number | null {
  return costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
}

function Figure({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  );
}
