import type { JudgeSummary } from '../../contract/human-evaluations/human-summary.ts';
import type { Evaluation, EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import { sum } from '../../foundation/numbers.ts';
import type { CaseRows } from '../compare/cases.ts';
import type { EvaluationRows, Metric } from '../compare/metrics.ts';
import { pairCases } from '../compare/pair-cases.ts';
import { cohenKappa } from '../statistics/agreement.ts';
import { shareInterval } from '../statistics/intervals.ts';
import {
  type HumanCase,
  compareVerdicts,
  goodOrBad,
  humanChoice,
  humanGood,
  humanPreference,
  type Verdicts,
} from './human-case.ts';
import { choicesOf } from './summarise-votes.ts';

export interface Judge {
  /** `EVALUATION:EVALUATOR`, as requested. */
  readonly name: string;
  readonly rows: EvaluationRows;
  readonly metric: Metric;
}

export interface JudgeOptions {
  readonly evaluation: HumanEvaluation;
  /** One, or one per variant of `human_a_b_testing`. */
  readonly judges: readonly Judge[];
  readonly cases: () => AsyncIterable<HumanCase>;
  /** The mean score from which an output counts as good for people. */
  readonly passScore: number;
  /** The score from which an output counts as good for a judge with numeric scores. */
  readonly judgePass: number | null;
  readonly level: number;
}

/** Compares an evaluator's verdicts with people's, on cases with the same inputs and output. */
export async function judgeAgainstVotes(options: JudgeOptions): Promise<JudgeSummary> {
  const { evaluation, judges, level } = options;
  const counts = { unpaired: 0, undecided: 0 };
  const found: Map<string, JudgedCase>[] = [];
  for (const judge of judges) found.push(await readVerdicts(options, judge));
  const kind = kindOf(options);
  const table = kind.human.map(() => kind.judge.map(() => 0));
  for await (const each of options.cases()) {
    if (each.votes.length === 0) continue;
    const judged = found.map((verdicts) => verdicts.get(each.scenario.id));
    if (judged.some((verdict) => verdict === undefined)) {
      counts.unpaired += 1;
      continue;
    }
    const human = kind.readHuman(each);
    const verdict = kind.readJudge(judged.map((one) => one?.value ?? null));
    const row = human === null ? undefined : table[human];
    if (row === undefined || verdict === null) counts.undecided += 1;
    else row[verdict] = (row[verdict] ?? 0) + 1;
  }
  const cases = sum(table.flat());
  const isSquare = kind.human.length === kind.judge.length;
  const same = table.reduce((sum, row, index) => sum + (row[index] ?? 0), 0);
  const kappa = isSquare ? cohenKappa(table, level) : null;
  return {
    against: judges.map(({ name }) => name),
    human_labels: kind.human.map((label) => nameLabel(label, evaluation)),
    judge_labels: kind.judge.map((label) => nameLabel(label, evaluation)),
    table,
    cases,
    ...counts,
    agreement: isSquare && cases > 0 ? same / cases : null,
    interval: isSquare ? shareInterval(same, cases, level) : null,
    kappa: kappa?.value ?? null,
    kappa_interval: kappa?.interval ?? null,
  };
}

interface JudgedCase {
  readonly value: number | boolean | null;
}

function kindOf({ evaluation, judges, passScore, judgePass }: JudgeOptions): Verdicts {
  const [judge, other] = judges;
  if (judge === undefined) throw new Error('There is at least one judge.');
  const { goal } = judge.metric;
  if (evaluation.evaluation_type === 'single_model_test') {
    return {
      human: ['good', 'bad'],
      judge: ['good', 'bad'],
      readHuman: humanGood(passScore),
      readJudge: goodOrBad(judgePass, goal),
    };
  }
  const variants = evaluation.variant_ids;
  if (other !== undefined) {
    const labels = [...variants, 'neither'];
    return { human: labels, judge: labels, readHuman: humanPreference(variants), readJudge: compareVerdicts(goal) };
  }
  const choices = choicesOf(evaluation).map(({ vote }) => vote);
  return {
    human: choices,
    judge: ['good', 'bad'],
    readHuman: humanChoice(choices),
    readJudge: goodOrBad(judgePass, goal),
  };
}

function nameLabel(label: string, evaluation: HumanEvaluation): string {
  return choicesOf(evaluation).find(({ vote }) => vote === label)?.label ?? label;
}

/** The name of the output among the inputs: no test set column has it. */
const OUTPUT = '\u0000output';

async function readVerdicts({ evaluation, cases }: JudgeOptions, judge: Judge): Promise<Map<string, JudgedCase>> {
  const variantId = variantJudged(evaluation, judge.rows.evaluation);
  const names = await inputNames(cases());
  const verdicts = new Map<string, JudgedCase>();
  const pairs = pairCases(humanRows(cases(), names, variantId), judgedRows(judge.rows.rows(), names), {
    pairs: 0,
    onlyInBaseline: 0,
    onlyInCandidate: 0,
  });
  for await (const { baseline, candidate } of pairs) {
    verdicts.set(baseline[0].id, { value: judge.metric.read(candidate[0]) });
  }
  return verdicts;
}

/** Finds the variant that an evaluation ran; the first when it ran none of them: then no row pairs. */
function variantJudged({ variant_ids }: HumanEvaluation, judged: Evaluation): string {
  return variant_ids.find((id) => judged.variant_ids.includes(id)) ?? variant_ids[0] ?? '';
}

async function inputNames(cases: AsyncIterable<HumanCase>): Promise<ReadonlySet<string>> {
  for await (const { scenario } of cases) return new Set(scenario.inputs.map(({ input_name }) => input_name));
  return new Set();
}

/** @yields each case as a row whose cells are its inputs and its output */
async function* humanRows(
  cases: AsyncIterable<HumanCase>,
  names: ReadonlySet<string>,
  variantId: string,
): AsyncGenerator<CaseRows> {
  for await (const { scenario } of cases) {
    const output = scenario.outputs.find(({ variant_id }) => variant_id === variantId)?.variant_output;
    const inputs = scenario.inputs.filter(({ input_name }) => names.has(input_name));
    yield [
      toRow(
        scenario.id,
        inputs.map(({ input_name, input_value }) => [input_name, input_value]),
        output,
      ),
    ];
  }
}

/** @yields each row with the cells that the cases have, and its results */
async function* judgedRows(
  rows: AsyncIterable<EvaluationScenario>,
  names: ReadonlySet<string>,
): AsyncGenerator<CaseRows> {
  for await (const row of rows) {
    const cells = [
      ...row.inputs.map(({ name, value }) => [name, value] as const),
      ...row.correct_answers.map(({ key, value }) => [key, value] as const),
    ].filter(([name]) => names.has(name));
    // Repetitions stay separate: only the one with the output that people saw is a pair.
    yield [{ ...toRow(row.id, cells, row.outputs[0]?.result.value), outputs: row.outputs, results: row.results }];
  }
}

function toRow(id: string, cells: readonly (readonly [string, unknown])[], output: unknown): EvaluationScenario {
  const all = [...cells, [OUTPUT, output ?? ''] as const];
  return {
    id,
    evaluation_id: '',
    inputs: all.map(([name, value]) => ({ name, type: 'text', value })),
    outputs: [],
    correct_answers: [],
    results: [],
  };
}
