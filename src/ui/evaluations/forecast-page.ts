import type { EvaluationForecast } from '../../contract/evaluations/evaluation-progress.ts';
import { formatValue } from '../layout/text/format-value.ts';
import { toText, type Page } from '../layout/page.ts';
import { toTable } from '../layout/table-model.ts';

/** Shows the expected cost and time of evaluations. */
export function forecastPage(forecasts: readonly EvaluationForecast[]): Page {
  const learned = Math.max(0, ...forecasts.map(({ learned_from }) => learned_from));
  return [
    toTable({
      columns: [
        { header: 'variant', value: ({ variant }: EvaluationForecast) => variant },
        { header: 'rows', kind: 'integer', value: ({ rows }: EvaluationForecast) => rows },
        { header: 'cached', kind: 'integer', dropOrder: 1, value: ({ cached }: EvaluationForecast) => cached },
        { header: 'calls', kind: 'integer', value: ({ calls }: EvaluationForecast) => calls },
        { header: 'cost', kind: 'cost', value: ({ cost }: EvaluationForecast) => cost },
        {
          header: 'cost, 90 %',
          dropOrder: 3,
          value: (forecast: EvaluationForecast) => range('cost', forecast.cost_interval),
        },
        { header: 'time', kind: 'seconds', value: ({ seconds }: EvaluationForecast) => seconds },
        {
          header: 'time, 90 %',
          dropOrder: 2,
          value: (forecast: EvaluationForecast) => range('seconds', forecast.seconds_interval),
        },
      ],
      rows: forecasts,
      empty: '',
    }),
    toText(remarkOf(forecasts, learned)),
  ];
}

function range(kind: 'cost' | 'seconds', interval: readonly number[] | null): string | null {
  if (interval === null) return null;
  const display = { form: 'terminal', now: new Date(0) } as const;
  return interval.map((end) => formatValue(kind, end, display)).join(' to ');
}

function remarkOf(forecasts: readonly EvaluationForecast[], learned: number): string {
  if (forecasts.every(({ calls }) => calls === 0)) return 'Every answer is cached: no calls are needed.';
  if (learned === 0) return 'Cost and time are unknown: this route has not been evaluated before.';
  const unknown = forecasts.some(({ cost }) => cost === null) ? ' Their cost is unknown.' : '';
  return `Based on the last ${learned} calls of ${basisOf(forecasts)}.${unknown} The cost of judges is not included.`;
}

function basisOf(forecasts: readonly EvaluationForecast[]): string {
  const isOwn = forecasts.map(({ learned_of }) => learned_of === 'variant');
  if (isOwn.every(Boolean)) return forecasts.length === 1 ? 'the variant' : 'each variant';
  return isOwn.some(Boolean) ? 'each variant, or of the route if a variant has too few' : 'the route';
}
