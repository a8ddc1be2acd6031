import { useState } from 'react';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { toHash } from '../address/address.ts';
import { goTo, replaceAddress } from '../address/use-address.ts';
import { EmptyState } from '../elements/empty-state.tsx';
import { Notice } from '../elements/notice.tsx';
import { RecordTable } from '../elements/record-table.tsx';
import { formatSeconds, formatTime } from '../text/format-figures.ts';
import { send } from '../service/request.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { findEvaluations } from './find-evaluations.ts';
import { isFinished, meanText, numberOf, totalCostText, variantOf } from './result-text.ts';
import { StartDialog } from './start-dialog.tsx';
import { StatusTag } from './status-tag.tsx';

interface EvaluationListProps {
  readonly appId: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The evaluations of an app: to filter, to compare, and to add to. */
export function EvaluationList({ appId, query }: EvaluationListProps) {
  const { appName } = useWorkspace();
  const { value, error, reload } = useLoaded(appId, (signal) => send('GET /evaluations', { app_id: appId }, signal));
  const [isStarting, setStarting] = useState(false);
  const { find = '', status = '' } = query;
  const filter = (change: Readonly<Record<string, string>>) =>
    replaceAddress({ page: 'evaluations', app: appName, id: null, query: { ...query, ...change } });
  return (
    <>
      <div className="card-head">
        <h1>Evaluations</h1>
        <a href={toHash({ page: 'evaluations', app: appName, id: null, query: { view: 'trends' } })}>Trends</a>
        <button type="button" onClick={() => setStarting(true)}>
          Start an evaluation…
        </button>
      </div>
      {value === null ? <Notice error={error}>Loading…</Notice> : null}
      {value?.length === 0 ? <NothingRunYet /> : null}
      {value === null || value.length === 0 ? null : (
        <>
          <div className="load">
            <label>
              <span>Search</span>
              <input type="text" value={find} onChange={({ target }) => filter({ find: target.value })} />
            </label>
            <label>
              <span>Status</span>
              <select value={status} onChange={({ target }) => filter({ status: target.value })}>
                <option value="">any</option>
                <option value="finished">finished</option>
                <option value="running">not finished yet</option>
                <option value="failed">failed or with errors</option>
              </select>
            </label>
          </div>
          <EvaluationTable evaluations={findEvaluations(value.toReversed(), { find, status })} />
        </>
      )}
      {isStarting ? (
        <StartDialog
          appId={appId}
          onClose={() => {
            setStarting(false);
            // Several evaluations lead to this list, which is on the screen already.
            reload();
          }}
        />
      ) : null}
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
  // The older one comes first: the newer one is the candidate.
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id].slice(-2));
  const order = evaluations.map(({ id }) => id);
  const [after, before] = chosen.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
  const compare = () => {
    if (after === undefined || before === undefined) return;
    goTo({ page: 'evaluations', app: appName, id: after, query: { baseline: before } });
  };
  return (
    <>
      <div className="actions">
        <button type="button" disabled={before === undefined} onClick={compare}>
          Compare
        </button>
        <span className="faint" role="status">
          {evaluations.length.toLocaleString('en')} {evaluations.length === 1 ? 'evaluation' : 'evaluations'},{' '}
          {chosen.length} of 2 selected
        </span>
      </div>
      <RecordTable
        label="Evaluations"
        columns={[
          'Select',
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
            Select: (
              <input
                type="checkbox"
                aria-label={`Compare ${variantOf(evaluation)}, started ${formatTime(evaluation.created_at)}`}
                disabled={!isFinished(evaluation)}
                checked={chosen.includes(evaluation.id)}
                onChange={() => toggle(evaluation.id)}
              />
            ),
            Variant: (
              <a href={toHash({ page: 'evaluations', app: appName, id: evaluation.id })}>{variantOf(evaluation)}</a>
            ),
            'Test set': evaluation.testset_name ?? '-',
            Status: <StatusTag status={evaluation.status} />,
            Results: <Results evaluation={evaluation} />,
            Cost: totalCostText(evaluation),
            Latency: formatSeconds(numberOf(evaluation.average_latency)),
            Started: <span className="faint">{formatTime(evaluation.created_at)}</span>,
          },
        }))}
      />
    </>
  );
}

function Results({ evaluation }: { readonly evaluation: Evaluation }) {
  return evaluation.aggregated_results.map(({ evaluator_config: { id, name }, result }) => (
    <span key={id} className="mean">
      <span className="faint mean-name" title={name}>
        {name}
      </span>{' '}
      <span>{meanText(result)}</span>
    </span>
  ));
}
