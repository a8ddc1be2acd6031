import type { NewEvaluation } from '../../contract/evaluations/evaluation.ts';
import type { EvaluationForecast } from '../../contract/evaluations/evaluation-progress.ts';
import { Notice } from '../elements/notices.tsx';
import { numbers, RecordTable } from '../elements/record-tables.tsx';
import { useRequest } from '../service/queries.ts';
import { countText, formatCost, formatDuration } from '../text/format-figures.ts';

/** What an evaluation would call, cost and take. @param body - the evaluation; `null`: not yet chosen */
export function PlanPart({ body }: { readonly body: NewEvaluation | null }) {
  const { value: forecasts, error } = useRequest('POST /evaluations/plan', body === null ? null : { body });
  if (body === null) return null;
  if (forecasts === null) return <Notice error={error}>Planning…</Notice>;
  const isJudged = forecasts.some(({ judge_calls = 0 }) => judge_calls > 0);
  const learned = Math.max(0, ...forecasts.map(({ learned_from }) => learned_from));
  return (
    <>
      <RecordTable
        label="Plan"
        columns={['Variant', ...numbers('Calls', 'Stored answers'), 'Cost', ...(isJudged ? ['Judges'] : []), 'Time']}
        rows={forecasts.map((forecast) => ({ key: forecast.variant_id, cells: cellsOf(forecast) }))}
      />
      <p className="faint">
        {learned === 0 ? 'No earlier call tells cost and time.' : `As ${countText(learned, 'earlier call')} tell.`}
      </p>
    </>
  );
}

function cellsOf(forecast: EvaluationForecast) {
  const { variant, rows, calls, cached, cost, cost_interval, judge_calls = 0, seconds } = forecast;
  const judged = costText(forecast.judge_cost ?? null, forecast.judge_cost_interval ?? null);
  return {
    Variant: <span className="name">{variant}</span>,
    Calls: `${calls.toLocaleString('en')} for ${countText(rows, 'row')}`,
    'Stored answers': cached.toLocaleString('en'),
    Cost: calls === 0 ? 'nothing' : costText(cost, cost_interval),
    Judges: judge_calls === 0 ? '-' : `${countText(judge_calls, 'call')}, ${judged}`,
    Time: seconds === null ? 'unknown' : `about ${formatDuration(seconds)}`,
  };
}

/** `about $0.42 ($0.30 to $0.60)` */
function costText(cost: number | null, interval: EvaluationForecast['cost_interval']): string {
  if (cost === null) return 'unknown';
  const [low = null, high = null] = interval ?? [];
  if (low === null) return `about ${formatCost(cost)}`;
  return `about ${formatCost(cost)} (${formatCost(low)} ${high === null ? 'or more' : `to ${formatCost(high)}`})`;
}
