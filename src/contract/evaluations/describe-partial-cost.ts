import type { Result } from './result.ts';

/** Marks the text of a total: where the cost of some rows is unknown, it is a lower bound. */
export function describeTotalCost(text: string, result: Result | null | undefined): string {
  return isPartial(result) ? `at least ${text}` : text;
}

/** Marks the text of a mean: where the cost of some rows is unknown, it is over the others. */
export function describeAverageCost(text: string, result: Result | null | undefined): string {
  return isPartial(result) ? `${text} of known` : text;
}

/** Answers whether a cost counts some rows only; its error says how many. */
export function isPartial(result: Result | null | undefined): boolean {
  return typeof result?.value === 'number' && result.error != null;
}
