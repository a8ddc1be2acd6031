import { boolResult, errorResult, numberResult } from '../../results/make-result.ts';
import { FROM_ZERO, type EvaluatorDefinition } from '../definition/evaluator-definition.ts';

/** Seconds the call took; with a limit, whether it stayed within it. */
export const latency: EvaluatorDefinition = defineFigure({
  figure: 'latency',
  name: 'Latency',
  limit: 'max_seconds',
  label: 'Longest time',
  unit: 'seconds',
  what: 'Duration of the call in seconds, without waiting for a rate limit.',
});

/** US dollars the call cost; with a limit, whether it stayed within it. */
export const cost: EvaluatorDefinition = defineFigure({
  figure: 'cost',
  name: 'Cost',
  limit: 'max_dollars',
  label: 'Highest cost',
  unit: 'US dollars',
  what: 'Cost of the call in US dollars. An unknown cost is an error, not 0.',
});

interface Figure {
  readonly figure: 'cost' | 'latency';
  readonly name: string;
  /** Name of the setting with the limit. */
  readonly limit: string;
  readonly label: string;
  readonly unit: string;
  readonly what: string;
}

function defineFigure({ figure, name, limit, label, unit, what }: Figure): EvaluatorDefinition {
  const description = `With a limit, the result is true when the call took at most this many ${unit}.`;
  return {
    evaluator: {
      name,
      key: `auto_${figure}`,
      direct_use: true,
      settings_template: { [limit]: { label, type: 'number', description, required: false, min: 0 } },
      description: what,
      tags: ['functional'],
    },
    version: 1,
    range: (settings) => (typeof settings[limit] === 'number' ? { low: 0, high: 1 } : FROM_ZERO),
    basis: figure,
    goal: (settings) => (typeof settings[limit] === 'number' ? 'higher' : 'lower'),
    prepare: (settings) => {
      const most = settings[limit];
      return (input) => {
        const value = input[figure] ?? null;
        if (value === null) return errorResult(`The ${figure} of this call is unknown.`);
        return typeof most === 'number' ? boolResult(value <= most) : numberResult(value);
      };
    },
  };
}
