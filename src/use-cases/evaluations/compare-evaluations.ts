import type { ResolveAppOptions } from '../apps/resolve-app.ts';
import type { Comparison } from '../../contract/evaluations/comparison.ts';
import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import type { GateReport } from '../../contract/evaluations/gate-report.ts';
import { recover, usageError, UserError } from '../../foundation/errors/wf-error.ts';
import { omitUndefined } from '../../foundation/record.ts';
import { compareEvaluations as compare } from '../../evaluation/compare/compare-evaluations.ts';
import type { Gate } from '../../evaluation/gate/parse-gate.ts';
import { checkGate, comparisonFor } from '../../evaluation/gate/judge-gate.ts';
import { countSpent, readChoices } from './count-spent.ts';
import { readEvaluationRows, requireComplete } from './require-finished.ts';
import { isNamedBySource, resolveBaseline } from './resolve-baseline.ts';
import { isAmbiguous, resolveEvaluation, type ResolveEvaluationOptions } from './resolve-evaluation.ts';

export interface CompareEvaluationsOptions extends ResolveAppOptions, Pick<ResolveEvaluationOptions, 'onWarning'> {
  /** Id, id prefix, a variant's name for its newest evaluation, `env:NAME`, or a file of evidence. */
  readonly baseline: string;
  /** Folder that a file's path is relative to. @defaultValue that of the process */
  readonly cwd?: string;
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
  const { level: typed, gate = null, ...rest } = options;
  const { client } = rest;
  const { base: found, compared } = await findCompared(options);
  const base = found.rows.evaluation;
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
  const others = compared.map((evaluation) => readEvaluationRows(client, evaluation));
  const { seed, maxRows, groupBy, clusterBy, primary } = rest;
  const shown = omitUndefined({ seed, maxRows, groupBy, clusterBy, primary });
  const comparison = await compare({ baseline: found.rows, candidates: others, ...level, ...shown });
  const source = found.source === null ? {} : { baseline_source: found.source };
  const report = gate === null ? null : await checkGate(gate, others, comparison, spentOf ?? undefined);
  return { comparison: { ...comparison, ...source }, gate: report === null ? null : { ...report, ...source } };
}

/** A name that means several evaluations is that of the same route and test set as what it is compared with. */
async function findCompared({ baseline, candidates, cwd = '.', ...options }: CompareEvaluationsOptions) {
  const { client, app, route, onWarning } = options;
  const named = { client, app, onWarning };
  const find = async (evaluation: string, like: Pick<ResolveEvaluationOptions, 'comparedWith'> = {}) =>
    await requireComplete(client, await resolveEvaluation({ ...named, evaluation, route, ...like }));
  const findAll = async (like: Pick<ResolveEvaluationOptions, 'comparedWith'> = {}) => {
    const [first, ...others] = candidates;
    if (first === undefined) throw usageError('Name an evaluation to compare with the baseline.');
    const found: [TestedEvaluation, ...TestedEvaluation[]] = [await find(first, like)];
    for (const candidate of others) found.push(await find(candidate, like));
    return found;
  };
  if (isNamedBySource(baseline)) {
    const compared = await findAll();
    return { base: await resolveBaseline({ ...named, baseline, comparedWith: compared, cwd }), compared };
  }
  const only = await recover(find(baseline), isAmbiguous, null);
  const compared = await findAll(only === null ? {} : { comparedWith: only });
  const evaluation = only ?? (await find(baseline, { comparedWith: compared[0] }));
  return { base: { rows: readEvaluationRows(client, evaluation), source: null }, compared };
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
