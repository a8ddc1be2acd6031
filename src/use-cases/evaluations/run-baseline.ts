import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { splitRevision } from '../records/look-up-record.ts';
import { readEvaluationRows, requireComplete } from './require-finished.ts';
import type { BaselineContext, ResolvedBaseline } from './resolve-baseline.ts';

interface RunBaselineOptions extends Omit<BaselineContext, 'comparedWith'> {
  /** As typed; `null`: the evaluation of the first variant. */
  readonly baseline: string | null;
  /** The variants of the run, as typed. */
  readonly variants: readonly string[];
}

/** Finds the baseline of a run before anything is called, to be compared with once the run has ended. */
export function createRunBaseline({ baseline, variants, ...context }: RunBaselineOptions) {
  let found: ResolvedBaseline | null = null;
  // Next to others, a variant of the run means its evaluation; alone, the one before.
  const index = variants.findIndex((typed) => typed === baseline || splitRevision(typed)?.name === baseline);
  const isEvaluated = index !== -1 && variants.length > 1;
  return {
    find: async (comparedWith: BaselineContext['comparedWith']): Promise<ResolvedBaseline | null> => {
      if (baseline === null || isEvaluated) return null;
      // Most runs compare with none.
      const { resolveBaseline } = await import('./resolve-baseline.ts');
      found = await resolveBaseline({ ...context, baseline, comparedWith });
      return found;
    },
    /** @param evaluations - of the run, in the order of its variants */
    read: (evaluations: readonly TestedEvaluation[]): ResolvedBaseline | null => {
      const own = isEvaluated ? evaluations[index] : undefined;
      return own === undefined
        ? found
        : { rows: readEvaluationRows(context.client, requireComplete(own)), source: null };
    },
  };
}
