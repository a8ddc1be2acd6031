import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { usageError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { splitRevision } from '../records/look-up-record.ts';
import { readEvaluationRows, requireComplete } from './require-finished.ts';
import type { BaselineContext, ResolvedBaseline } from './resolve-baseline.ts';

interface RunBaselineOptions extends Omit<BaselineContext, 'comparedWith'> {
  /** As typed; `null`: the evaluation of the first variant. */
  readonly baseline: string | null;
  /** The variants of the run, as typed. */
  readonly variants: readonly string[];
}

/**
 * Finds the baseline of a run before anything is called, to be compared with once the run has ended.
 *
 * @throws {WF_USAGE} when several revisions of the variant that is named run
 */
export function createRunBaseline({ baseline, variants, ...context }: RunBaselineOptions) {
  let found: ResolvedBaseline | null = null;
  // Next to others, a variant of the run means its evaluation; alone, the one before.
  const index = baseline === null ? -1 : indexOfVariant(baseline, variants);
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
    read: async (evaluations: readonly TestedEvaluation[]): Promise<ResolvedBaseline | null> => {
      const own = isEvaluated ? evaluations[index] : undefined;
      if (own === undefined) return found;
      const { client } = context;
      return { rows: readEvaluationRows(client, await requireComplete(client, own)), source: null };
    },
  };
}

function indexOfVariant(baseline: string, variants: readonly string[]): number {
  const exact = variants.indexOf(baseline);
  const [first, ...others] = variants.filter((typed) => splitRevision(typed)?.name === baseline);
  if (exact !== -1 || first === undefined) return exact;
  if (others.length === 0) return variants.indexOf(first);
  const revisions = [first, ...others];
  throw usageError(
    `The baseline ${baseline} could be any of the run's variants ${revisions.join(', ')}.`,
    revisions.map((each) => `--baseline ${shellWord(each)}`),
  );
}
