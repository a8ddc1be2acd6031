import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { nameTestset } from '../../contract/evaluations/subject.ts';
import { toHash } from '../address/address.ts';
import { Notice } from '../elements/notices.tsx';
import { RecordTable } from '../elements/record-tables.tsx';
import { StatusTag } from '../evaluations/evaluation-table.tsx';
import { isFinished, variantOf } from '../evaluations/result-text.ts';
import { useRequest } from '../service/queries.ts';
import { formatMoment } from '../text/format-figures.ts';
import { formatInterval, formatMetric } from '../text/format-metrics.ts';
import { useWorkspace } from '../workspace/workspace.ts';

const NEWEST = 5;

/** The newest evaluations, each score with its interval. */
export function NewestEvaluations({ appId }: { readonly appId: string }) {
  const { appName } = useWorkspace();
  const { value, error } = useRequest('GET /evaluations', { app_id: appId, order: 'desc', limit: NEWEST });
  if (value === null) return <Notice error={error}>Loading…</Notice>;
  if (value.length === 0) return <p className="notice">None yet. Start one under Evaluations.</p>;
  return (
    <RecordTable
      label="Newest evaluations"
      columns={['Variant', 'Route', 'Test set', 'Status', 'Scores', 'Started']}
      rows={value.map((each: TestedEvaluation) => ({
        key: each.id,
        cells: {
          Variant: <a href={toHash({ page: 'evaluations', app: appName, id: each.id })}>{variantOf(each)}</a>,
          Route: each.route ?? '-',
          'Test set': nameTestset(each) ?? '-',
          Status: <StatusTag evaluation={each} />,
          Scores: isFinished(each) ? <Scores id={each.id} /> : <span className="faint">-</span>,
          Started: <span className="faint">{formatMoment(each.created_at)}</span>,
        },
      }))}
    />
  );
}

/** `correct 82 % (71 to 90)`: means of the evaluators over the cases, with the interval of each. */
function Scores({ id }: { readonly id: string }) {
  const { value } = useRequest('GET /evaluations/{evaluation_id}/summary', { evaluation_id: id, worst: 0 });
  const scores = (value?.metrics ?? []).filter(({ kind }) => kind === 'pass_fail' || kind === 'score');
  return scores.map(({ metric, kind, mean, interval }) => (
    <div key={metric}>
      <span className="faint">{metric}</span> {formatMetric(kind, mean)}
      {interval === null ? null : <span className="faint"> ({formatInterval(kind, interval)})</span>}
    </div>
  ));
}
