import type { ModelUse } from '../../contract/evaluations/result.ts';
import { sumOf, sumOrNull } from '../../foundation/numbers.ts';

/** What calls cost, whether they were answered or not. */
export interface Spending {
  /** US dollars; `null` when the cost of one is unknown. */
  readonly cost: number | null;
  /** What the cost came from; left out when no model was called. */
  readonly usage?: readonly ModelUse[];
}

/** Of a call that ended before it called a model. */
export const NOTHING_SPENT: Spending = { cost: 0 };

/** Of a call that ended without a report. */
export const UNKNOWN_SPENDING: Spending = { cost: null };

/** Adds up the attempts of a call. */
export function addSpending(parts: readonly Spending[]): Spending {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return toSpending(only);
  const usage = addUses(parts.flatMap((part) => part.usage ?? []));
  return { cost: roundedSum(parts.map(({ cost }) => cost)), ...(usage.length === 0 ? {} : { usage }) };
}

function toSpending({ cost, usage }: Spending): Spending {
  return { cost, ...(usage === undefined ? {} : { usage }) };
}

/** Adds up the uses of each model that were priced alike. */
function addUses(uses: readonly ModelUse[]): ModelUse[] {
  const keyOf = ({ model, provider, batch, service_tier, reason, failure, details }: ModelUse) =>
    JSON.stringify([model, provider, batch, service_tier, reason, failure, Object.keys(details ?? {})]);
  return [...Map.groupBy(uses, keyOf).values()].map((same) => {
    const [first, ...others] = same;
    if (first === undefined) throw new Error('A group has a member');
    if (others.length === 0) return first;
    const sum = (read: (use: ModelUse) => number | null) => roundedSum(same.map(read));
    return {
      ...first,
      calls: sumOf(same, ({ calls }) => calls),
      input_tokens: sum((use) => use.input_tokens),
      output_tokens: sum((use) => use.output_tokens),
      ...addCounts(same, 'cache_read_tokens'),
      ...addCounts(same, 'cache_write_tokens'),
      ...addCounts(same, 'reasoning_tokens'),
      ...addDetails(same),
      cost: sum((use) => use.cost),
    };
  });
}

function addCounts(uses: readonly ModelUse[], name: 'cache_read_tokens' | 'cache_write_tokens' | 'reasoning_tokens') {
  const counts = uses.flatMap((use) => use[name] ?? []);
  return counts.length === 0 ? {} : { [name]: sumOf(counts, (count) => count) };
}

/** @param uses - all with the same details */
function addDetails(uses: readonly ModelUse[]): Pick<ModelUse, 'details'> {
  const names = Object.keys(uses[0]?.details ?? {});
  if (names.length === 0) return {};
  return { details: Object.fromEntries(names.map((name) => [name, sumOf(uses, (use) => use.details?.[name] ?? 0)])) };
}

/** Adds up without binary fractions: 0.17, not 0.16999999999999998. */
export function roundedSum(values: readonly (number | null)[]): number | null {
  const sum = sumOrNull(values);
  return sum === null ? null : Number(sum.toFixed(12));
}
