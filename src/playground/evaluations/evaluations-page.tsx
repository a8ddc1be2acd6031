import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { toHash } from '../address/address.ts';
import { EmptyState } from '../elements/empty-state.tsx';
import { Notice } from '../elements/notice.tsx';
import { RecordTable } from '../elements/record-table.tsx';
import { formatCost, formatSeconds, formatTime } from '../text/format-figures.ts';
import { send } from '../service/request.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { EvaluationView } from './evaluation-view.tsx';
import { meanText, numberOf, variantOf } from './result-text.ts';
import { StatusTag } from './status-tag.tsx';

/** The evaluations of an app, or one of them. */
export function EvaluationsPage({ id }: { readonly id: string | null }) {
  const { app } = useWorkspace();
  if (app === null) {
    return (
      <>
        <h1>Evaluations</h1>
        <EmptyState title="No evaluations yet" command="wf deploy">
          An evaluation runs a deployed variant on every row of a test set. Deploy first.
        </EmptyState>
      </>
    );
  }
  return id === null ? <EvaluationList appId={app.app_id} /> : <EvaluationView key={id} id={id} />;
}

function EvaluationList({ appId }: { readonly appId: string }) {
  const { value, error } = useLoaded(appId, (signal) => send('GET /evaluations', { app_id: appId }, signal));
  return (
    <>
      <h1>Evaluations</h1>
      {value === null ? <Notice error={error}>Loading…</Notice> : null}
      {value?.length === 0 ? <NothingRunYet /> : null}
      {value === null || value.length === 0 ? null : <EvaluationTable evaluations={value.toReversed()} />}
    </>
  );
}

function NothingRunYet() {
  return (
    <EmptyState title="No evaluations yet" command="wf eval run --testset cases.csv --evaluators exact_match">
      An evaluation runs a variant on every row of a test set and scores each answer.
    </EmptyState>
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
            <a href={toHash({ page: 'evaluations', app: appName, id: evaluation.id })}>{variantOf(evaluation)}</a>
          ),
          'Test set': evaluation.testset_name ?? '-',
          Status: <StatusTag status={evaluation.status} />,
          Results: evaluation.aggregated_results.map(({ evaluator_config: { id, name }, result }) => (
            <span key={id} className="score">
              <span className="faint">{name}</span> {meanText(result)}
            </span>
          )),
          Cost: formatCost(numberOf(evaluation.total_cost)),
          Latency: formatSeconds(numberOf(evaluation.average_latency)),
          Started: <span className="faint">{formatTime(evaluation.created_at)}</span>,
        },
      }))}
    />
  );
}
