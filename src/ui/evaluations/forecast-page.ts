import type { EvaluationForecast } from '../../contract/evaluations/evaluation-progress.ts';
import { formatValue } from '../layout/text/format-value.ts';
import { toText, type Page } from '../layout/page.ts';
import { toTable } from '../layout/table-model.ts';

/** What evaluations would take. */
export function forecastPage(forecasts: readonly EvaluationForecast[]): Page {
  const learned = Math.max(0, ...forecasts.map(({ learned_from }) => learned_from));
  return [
    toTable({
      columns: [
        { header: 'variant', value: ({ variant }: EvaluationForecast) => variant },
        { header: 'rows', kind: 'integer', value: ({ rows }: EvaluationForecast) => rows },
        { header: 'stored', kind: 'integer', dropOrder: 1, value: ({ cached }: EvaluationForecast) => cached },
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
  if (forecasts.every(({ calls }) => calls === 0)) return 'Every answer is stored: no call will be made.';
  if (learned === 0) return 'Cost and time are unknown: this route was not evaluated before.';
  const unknown = forecasts.some(({ cost }) => cost === null) ? ' Their cost is not known.' : '';
  return `Learned from the last ${learned} calls of ${learnedOf(forecasts)}.${unknown} What judges cost is not in it.`;
}

function learnedOf(forecasts: readonly EvaluationForecast[]): string {
  const isOwn = forecasts.map(({ learned_of }) => learned_of === 'variant');
  if (isOwn.every(Boolean)) return forecasts.length === 1 ? 'the variant' : 'each variant';
  return isOwn.some(Boolean) ? 'each variant, or of the route where it has few of its own' : 'the route';
}
