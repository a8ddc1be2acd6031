import type { Parameters } from '../variants/variant.ts';

/** Names the columns with expected answers, which the route does not get. @param settings - those of each evaluator */
export function expectedColumns(settings: readonly (Parameters | null | undefined)[]): ReadonlySet<string> {
  const named = settings.flatMap((each) => {
    const key = each?.['correct_answer_key'];
    return typeof key === 'string' ? [key.replace(/^testcase\./, '')] : [];
  });
  return new Set(['correct_answer', ...named]);
}
