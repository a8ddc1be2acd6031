import type { ResolveAppOptions } from '../apps/resolve-app.ts';
import { orUnsupported } from '../../client/public/is-missing.ts';
import type { HumanSummary } from '../../contract/human-evaluations/human-summary.ts';
import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { evaluatorsOf } from '../../evaluation/compare/metrics.ts';
import { findNamed } from '../../evaluation/compare/primary-metrics.ts';
import { type HumanCase, joinVotes, readCases } from '../../evaluation/human/human-case.ts';
import { type Judge, judgeAgainstVotes } from '../../evaluation/human/judge-against-votes.ts';
import { summariseVotes } from '../../evaluation/human/summarise-votes.ts';
import type { Measurement } from '../../evaluation/statistics/agreement.ts';
import { readEvaluationRows, requireComplete } from '../evaluations/require-finished.ts';
import { resolveEvaluation, type ResolveEvaluationOptions } from '../evaluations/resolve-evaluation.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';
import { splitNames } from '../records/look-up-record.ts';

export interface SummariseHumanEvaluationOptions
  extends ResolveAppOptions, Pick<ResolveEvaluationOptions, 'onWarning'> {
  readonly evaluation: HumanEvaluation;
  /** Judges as typed, `EVALUATION:EVALUATOR,…`; `null`: no judge is compared with the votes. */
  readonly against: string | null;
  /** Route that those evaluations called, where a variant has some of several; `null`: not typed. */
  readonly route: string | null;
  /** Mean score from which an output passes by people, as typed. @defaultValue 50 */
  readonly passScore: string | null;
  /** Number from which an output passes by a numeric judge, as typed. */
  readonly judgePass: string | null;
  /** What differences between scores mean, as typed; `null`: distances. */
  readonly scale: string | null;
  /** Seed of the bootstrap. @defaultValue 1 */
  readonly seed?: number;
}

const LEVEL = 0.95;
const LACKING = ['the votes of each person, so a case counts as one vote, and whether it was blind is unknown'];

/**
 * Summarises people's votes and compares an automatic evaluation's verdicts with them.
 *
 * @throws {WF_USAGE} when `against` is malformed
 * @throws {WF_NOT_FOUND} when there is no such evaluation, or no such evaluator in it
 */
export async function summariseHumanEvaluation(options: SummariseHumanEvaluationOptions): Promise<HumanSummary> {
  const { client, evaluation, seed } = options;
  const [passScore, judgePass] = [
    readNumber('--pass-score', options.passScore) ?? 50,
    readNumber('--judge-pass', options.judgePass),
  ];
  const measurement = readScale(options.scale, evaluation);
  // A service of others has only the result of each case.
  const voters = await orUnsupported(client.listHumanVoters({ evaluation_id: evaluation.id }), null);
  const input = { evaluation_id: evaluation.id, limit: PAGE_SIZE };
  const cases = (): AsyncIterable<HumanCase> => {
    const scenarios = client.paginate('listHumanEvaluationScenarios', input);
    return voters === null ? readCases(scenarios) : joinVotes(scenarios, client.paginate('listHumanVotes', input));
  };
  const judges = await resolveJudges(options, judgePass);
  const summary = await summariseVotes({
    evaluation,
    voters: voters ?? [],
    cases: cases(),
    level: LEVEL,
    measurement,
    ...(seed === undefined ? {} : { seed }),
  });
  const lacking = voters === null ? { lacking: LACKING } : {};
  if (judges.length === 0) return { ...summary, judges: [], ...lacking };
  return {
    ...summary,
    ...lacking,
    judges: [await judgeAgainstVotes({ evaluation, judges, cases, passScore, judgePass, level: LEVEL })],
  };
}

async function resolveJudges(options: SummariseHumanEvaluationOptions, judgePass: number | null): Promise<Judge[]> {
  const { evaluation } = options;
  const names = splitNames(options.against ?? '');
  const judges: Judge[] = [];
  for (const name of names) judges.push(await resolveJudge(options, name));
  // The evaluation says which variant a judge is about.
  const order = ({ rows }: Judge) => evaluation.variant_ids.findIndex((id) => rows.evaluation.variant_ids.includes(id));
  const indexes = judges.map(order);
  if (indexes.includes(-1))
    throw usage(`${names[indexes.indexOf(-1)] ?? ''} evaluates none of the variants that people voted on.`);
  if (new Set(indexes).size < indexes.length) throw usage('--against takes one evaluation per variant.');
  await requireNumbersToPass(judges, judgePass);
  return judges.toSorted((a, b) => order(a) - order(b));
}

async function resolveJudge(options: SummariseHumanEvaluationOptions, name: string): Promise<Judge> {
  const { client, app, route, evaluation, onWarning } = options;
  const split = name.lastIndexOf(':');
  if (split <= 0 || split === name.length - 1)
    throw usage(`--against cannot be ${JSON.stringify(name)}: write EVALUATION:EVALUATOR.`);
  const [typed, evaluator] = [name.slice(0, split), name.slice(split + 1)];
  const comparedWith = { testset_id: evaluation.testset_id };
  const found = await requireComplete(
    client,
    await resolveEvaluation({ client, app, evaluation: typed, route, comparedWith, onWarning }),
  );
  const metrics = evaluatorsOf(found);
  const keys = [evaluator, `auto_${evaluator}`];
  const metric = findNamed(evaluator, metrics) ?? metrics.find(({ evaluator: key }) => keys.includes(key ?? ''));
  if (metric === undefined) {
    throw notFound({
      kind: `evaluator of evaluation ${found.id}`,
      name: evaluator,
      available: metrics.map((each) => each.name),
      nextSteps: [`wf eval show ${found.id}`],
    });
  }
  return { name: `${found.id}:${metric.name}`, rows: readEvaluationRows(client, found), metric };
}

/** A numeric judge needs a bound between good and bad. */
async function requireNumbersToPass(judges: readonly Judge[], judgePass: number | null): Promise<void> {
  const [judge, other] = judges;
  if (judge === undefined || other !== undefined || judgePass !== null) return;
  for await (const row of judge.rows.rows()) {
    const value = judge.metric.read(row);
    if (value === null) continue;
    if (typeof value === 'boolean') return;
    throw usage(`${judge.metric.name} gives numbers: set the number from which an output passes.`, [
      'Add --judge-pass NUMBER',
    ]);
  }
}

/** Votes are names, which have no order. */
function readScale(typed: string | null, { evaluation_type }: HumanEvaluation): Measurement {
  const isScored = evaluation_type === 'single_model_test';
  const found = MEASUREMENTS.find((one) => one === (typed ?? (isScored ? 'interval' : 'nominal')));
  if (found !== undefined && (isScored || found === 'nominal')) return found;
  const allowed = isScored ? MEASUREMENTS.join(', ') : 'nominal, because votes have no order';
  throw usage(`--scale cannot be ${JSON.stringify(typed)}: write ${allowed}.`);
}

const MEASUREMENTS: readonly Measurement[] = ['nominal', 'ordinal', 'interval'];

function readNumber(flag: string, typed: string | null): number | null {
  if (typed === null) return null;
  const number = typed.trim() === '' ? NaN : Number(typed);
  if (Number.isFinite(number)) return number;
  throw usage(`${flag} cannot be ${JSON.stringify(typed)}: write a number.`);
}

function usage(message: string, nextSteps: readonly string[] = ['wf human-eval results --help']): UserError {
  return new UserError({ code: 'WF_USAGE', message, nextSteps });
}
