import { useEffect } from 'react';
import type { Evaluation } from '../../contract/records/evaluation.ts';
import { toHash } from '../address/address.ts';
import { Notice } from '../elements/notice.tsx';
import { formatCost, formatSeconds } from '../output/format-figures.ts';
import { send } from '../service/request.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { useWorkspace } from '../workspace.ts';
import { isUnfinished, numberOf, resultText, statusWords } from './result-words.ts';
import { RowList } from './row-list.tsx';
import { useRows } from './use-rows.ts';

const POLL_MS = 1000;

/** An evaluation: what came out of it all, and of each row. */
export function EvaluationView({ id }: { readonly id: string }) {
  const { appName } = useWorkspace();
  const { value, error, reload } = useLoaded(id, (signal) =>
    send('GET /evaluations/{evaluation_id}', { evaluation_id: id }, signal),
  );
  useEffect(() => {
    if (value === null || !isUnfinished(value.status)) return undefined;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [value, reload]);
  return (
    <>
      <p>
        <a href={toHash({ page: 'evaluations', app: appName, id: null })}>Evaluations</a>
      </p>
      {value === null ? <Notice error={error}>Loading…</Notice> : <Details evaluation={value} />}
    </>
  );
}

function Details({ evaluation }: { readonly evaluation: Evaluation }) {
  const { id, variant_names, revisions, testset_name, status } = evaluation;
  const rows = useRows(id, isUnfinished(status));
  const evaluators = evaluation.aggregated_results.map(({ evaluator_config }) => evaluator_config);
  return (
    <>
      <h1>
        {variant_names[0]}@{revisions[0]} on {testset_name ?? 'a deleted test set'}
      </h1>
      <dl className="figures-row card">
        <Figure label="Status" text={statusWords(status)} />
        {evaluation.aggregated_results.map(({ evaluator_config: { id: key, name }, result }) => (
          <Figure key={key} label={name} text={resultText(result)} />
        ))}
        <Figure label="Total cost" text={formatCost(numberOf(evaluation.total_cost))} />
        <Figure label="Average cost" text={formatCost(numberOf(evaluation.average_cost))} />
        <Figure label="Average latency" text={formatSeconds(numberOf(evaluation.average_latency))} />
      </dl>
      {rows.error === null ? null : <Notice error={rows.error} />}
      <RowList rows={rows.rows} isComplete={rows.isComplete} evaluators={evaluators} />
    </>
  );
}

function Figure({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  );
}
