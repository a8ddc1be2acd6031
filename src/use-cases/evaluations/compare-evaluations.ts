import type { ResolveAppOptions } from '../apps/resolve-app.ts';
import type { Comparison } from '../../contract/evaluations/comparison.ts';
import type { GateReport } from '../../contract/evaluations/gate-report.ts';
import { usageError, UserError } from '../../foundation/errors/wf-error.ts';
import { compareEvaluations as compare } from '../../evaluation/compare/compare-evaluations.ts';
import type { Gate } from '../../evaluation/gate/parse-gate.ts';
import { checkGate, comparisonFor } from '../../evaluation/gate/judge-gate.ts';
import { countSpent, readChoices } from './count-spent.ts';
import { readEvaluationRows, requireComplete } from './require-finished.ts';
import { resolveEvaluation, type ResolveEvaluationOptions } from './resolve-evaluation.ts';

export interface CompareEvaluationsOptions extends ResolveAppOptions, Pick<ResolveEvaluationOptions, 'onWarning'> {
  /** Id, id prefix, or a variant's name for its newest evaluation. */
  readonly baseline: string;
  readonly candidates: readonly string[];
  /** Route that all of them called, where a variant has evaluations of several; `null`: not typed. */
  readonly route: string | null;
  /** As typed; `null`: 0.95. */
  readonly level: string | null;
  readonly seed?: number;
  readonly maxRows?: number;
  /** Test set column whose values are compared separately, too. */
  readonly groupBy?: string;
  /** Test set column whose values name the cases; `null`: as the evaluations were made. */
  readonly clusterBy?: string | null;
  /** Metrics tested at the full level. Default: the first evaluator that asks no model. */
  readonly primary?: readonly string[];
  /** A gate sets the comparison's level to its confidence, and names its primary metrics. */
  readonly gate?: Gate | null;
}

export interface ComparedEvaluations {
  readonly comparison: Comparison;
  readonly gate: GateReport | null;
}

/**
 * Compares evaluations of the same rows with a baseline.
 *
 * @throws {WF_NOT_FOUND} when an evaluation or the column does not exist
 * @throws {WF_INVALID_INPUT} when one is not finished, or they have no rows in common
 */
export async function compareEvaluations(options: CompareEvaluationsOptions): Promise<ComparedEvaluations> {
  const { client, app, onWarning, baseline, candidates, route, level: typed, gate = null, ...rest } = options;
  const named = { client, app, route, onWarning };
  const find = async (evaluation: string, like: Pick<ResolveEvaluationOptions, 'comparedWith'> = {}) =>
    requireComplete(await resolveEvaluation({ ...named, evaluation, ...like }));
  const base = await find(baseline);
  const compared = [];
  for (const candidate of candidates) compared.push(await find(candidate, { comparedWith: base }));
  requireDifferent([base, ...compared].map(({ id }) => id));
  const judged = { candidates: compared, baseline: base };
  const spentOf = gate === null ? null : await countSpent(client, gate, judged);
  const level =
    gate !== null && spentOf !== null
      ? comparisonFor(gate, spentOf)
      : {
          choicesOf: await readChoices(client, judged, rest.primary ?? null),
          ...(typed === null ? {} : { level: readLevel(typed) }),
        };
  const first = readEvaluationRows(client, base);
  const others = compared.map((evaluation) => readEvaluationRows(client, evaluation));
  const comparison = await compare({ baseline: first, candidates: others, ...level, ...rest });
  return { comparison, gate: gate === null ? null : await checkGate(gate, others, comparison, spentOf ?? undefined) };
}

function readLevel(typed: string): number {
  const level = Number(typed);
  if (level > 0.5 && level < 1) return level;
  throw new UserError({
    code: 'WF_USAGE',
    message: `--level cannot be ${JSON.stringify(typed)}: write a number between 0.5 and 1, such as 0.95.`,
  });
}

function requireDifferent(ids: readonly string[]): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return;
  throw usageError(`Evaluation ${twice} is named twice: there is nothing to compare it with.`, ['wf eval list']);
}
