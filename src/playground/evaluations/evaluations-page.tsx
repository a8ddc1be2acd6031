import type { Evaluation } from '../../contract/records/evaluation.ts';
import { toHash } from '../address/address.ts';
import { Notice } from '../elements/notice.tsx';
import { RecordTable } from '../elements/record-table.tsx';
import { formatCost, formatSeconds, formatTime } from '../output/format-figures.ts';
import { send } from '../service/request.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { useWorkspace } from '../workspace.ts';
import { EvaluationView } from './evaluation-view.tsx';
import { numberOf, statusWords } from './result-words.ts';

/** The evaluations of an app, or one of them. */
export function EvaluationsPage({ id }: { readonly id: string | null }) {
  const { app } = useWorkspace();
  if (app === null) return <Notice>There is no evaluation yet. Deploy first: wf deploy</Notice>;
  return id === null ? <EvaluationList appId={app.app_id} /> : <EvaluationView key={id} id={id} />;
}

function EvaluationList({ appId }: { readonly appId: string }) {
  const { value, error } = useLoaded(appId, (signal) => send('GET /evaluations', { app_id: appId }, signal));
  return (
    <>
      <h1>Evaluations</h1>
      {value === null ? <Notice error={error}>Loading…</Notice> : null}
      {value?.length === 0 ? (
        <Notice>There is no evaluation yet. Start one with: wf eval run --testset FILE</Notice>
      ) : null}
      {value === null || value.length === 0 ? null : <EvaluationTable evaluations={value.toReversed()} />}
    </>
  );
}

function EvaluationTable({ evaluations }: { readonly evaluations: readonly Evaluation[] }) {
  const { appName } = useWorkspace();
  return (
    <RecordTable
      label="Evaluations"
      columns={[
        'Variant',
        'Test set',
        'Status',
        'Results',
        { label: 'Cost', isNumber: true },
        { label: 'Latency', isNumber: true },
        'Started',
      ]}
      rows={evaluations.map((evaluation) => ({
        key: evaluation.id,
        cells: {
          Variant: (
            <a href={toHash({ page: 'evaluations', app: appName, id: evaluation.id })}>
              {evaluation.variant_names[0]}@{evaluation.revisions[0]}
            </a>
          ),
          'Test set': evaluation.testset_name ?? '-',
          Status: statusWords(evaluation.status),
          Results: evaluation.aggregated_results
            .map(({ evaluator_config: { name }, result }) => `${name} ${numberOf(result) ?? '-'}`)
            .join(', '),
          Cost: formatCost(numberOf(evaluation.total_cost)),
          Latency: formatSeconds(numberOf(evaluation.average_latency)),
          Started: formatTime(evaluation.created_at),
        },
      }))}
    />
  );
}
