import pMap from 'p-map';
import { isDeepStrictEqual } from 'node:util';
import { CASE_COLUMN } from '../../../contract/evaluations/case-inputs.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import type { ResultError } from '../../../contract/evaluations/result.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { isServiceError, isWfError } from '../../../foundation/errors/wf-error.ts';
import { readAnswer } from '../../../service/evaluations/plan/read-answer.ts';
import { canonicalJson } from '../../../evaluation/hashing/content-keys.ts';
import type { OpenedRoute } from '../call-route.ts';
import type { AnswerToScore, ScoreAnswer } from './open-evaluators.ts';
import type { Trial, TrialAnswer, TrialConfiguration, TrialRow } from '../../../contract/develop/trial.ts';
import { mean, sum } from '../../../foundation/numbers.ts';

const CONCURRENCY = 8;

/** A row to run, with its number in the test set. */
export interface NumberedRow {
  readonly row: number;
  readonly inputs: Parameters;
  /** Expected answers, which the route does not get. */
  readonly expected: Parameters;
  /** All of its cells, for evaluators. */
  readonly cells: TestsetRow;
}

export interface RunTrialOptions extends Pick<OpenedRoute, 'call'> {
  readonly route: string;
  readonly configurations: readonly Parameters[];
  readonly rows: readonly NumberedRow[];
  readonly evaluators: readonly { readonly name: string; readonly score: ScoreAnswer }[];
  /** Called at the start, and when a row has its answers, with the number of those that have. */
  readonly onProgress?: (progress: { readonly done: number; readonly rows: number }) => void;
}

/** Runs rows with each configuration, and scores the answers. A call that fails is part of the result. */
export async function runTrial(options: RunTrialOptions): Promise<Trial> {
  const { route, rows, configurations, evaluators, onProgress = () => {} } = options;
  let count = 0;
  onProgress({ done: count, rows: rows.length });
  const run = async (row: NumberedRow): Promise<TrialRow> => {
    // One after the other on purpose: other rows run at the same time.
    const answers: TrialAnswer[] = [];
    for (const config of configurations) answers.push(await answer(row, config, options));
    const { row: number, inputs, expected } = row;
    count += 1;
    onProgress({ done: count, rows: rows.length });
    return { row: number, inputs, expected, is_same: areSame(answers), answers };
  };
  const done = await pMap(rows, run, { concurrency: CONCURRENCY });
  const names = evaluators.map(({ name }) => name);
  return {
    route,
    configurations: summariseTrial(configurations, { rows: done, cases: rows.map(caseOf), names }),
    rows: done,
  };
}

async function answer(row: NumberedRow, config: Parameters, options: RunTrialOptions): Promise<TrialAnswer> {
  try {
    const text = JSON.stringify(await options.call({ inputs: row.inputs, config }));
    const answered = readAnswer({ status: 200, text, retryAfter: null });
    if (answered.kind !== 'answered') return failed(answered.error, answered.cost);
    const { output, cost, latency } = answered;
    return { data: output, cost, latency, ...(await scoreAll({ cells: row.cells, output, cost, latency }, options)) };
  } catch (error) {
    const message = messageOf(error);
    const { cost, model_answer } = readFailedBody(error);
    return failed({ message, model_answer }, cost);
  }
}

async function scoreAll(
  answered: AnswerToScore,
  { evaluators }: RunTrialOptions,
): Promise<Pick<TrialAnswer, 'error' | 'scores'>> {
  const scores: TrialAnswer['scores'] = {};
  const errors: string[] = [];
  for (const { name, score } of evaluators) {
    try {
      scores[name] = await score(answered);
    } catch (failure) {
      scores[name] = null;
      errors.push(`${name}: ${messageOf(failure)}`);
    }
  }
  return { error: errors.length === 0 ? null : { message: errors.join('; ') }, scores };
}

/** Ends of one call: its input was refused, the code failed, or was too slow. Anything else ends the trial. */
const ENDS_OF_CALLS: ReadonlySet<string> = new Set(['WF_INVALID_INPUT', 'WF_ROUTE_FAILED', 'WF_TIMEOUT']);

function messageOf(error: unknown): string {
  if (!isWfError(error) || !ENDS_OF_CALLS.has(error.code)) throw error;
  return error.message;
}

/** The body of a failed answer says what the call cost, and what the model answered. */
function readFailedBody(error: unknown): Pick<ResultError, 'model_answer'> & { readonly cost: number | null } {
  if (!isServiceError(error) || error.status === null) return { cost: null };
  const read = readAnswer({ status: error.status, text: JSON.stringify(error.details ?? null), retryAfter: null });
  return { cost: read.cost, ...(read.kind === 'answered' ? {} : { model_answer: read.error.model_answer }) };
}

function failed({ message, model_answer: answer }: ResultError, cost: number | null): TrialAnswer {
  const error = { message, ...(answer == null ? {} : { model_answer: answer }) };
  return { data: null, error, cost, latency: null, scores: {} };
}

function areSame([first, ...others]: readonly TrialAnswer[]): boolean | null {
  if (first === undefined || others.length === 0) return null;
  return others.every(
    ({ data, error }) => error === null && first.error === null && isDeepStrictEqual(data, first.data),
  );
}

/** Identifies the case of a row: rows that repeat one another are one, as in an evaluation. */
function caseOf({ cells, inputs, expected }: NumberedRow): string {
  const name = cells[CASE_COLUMN] ?? '';
  return canonicalJson(name === '' ? { inputs, expected } : name);
}

interface RunRows {
  readonly rows: readonly TrialRow[];
  /** The case of each row. */
  readonly cases: readonly string[];
  /** The evaluators, in order. */
  readonly names: readonly string[];
}

/** Sums up the answers of each configuration. */
function summariseTrial(configurations: readonly Parameters[], { rows, cases, names }: RunRows): TrialConfiguration[] {
  return configurations.map((config, index) => {
    const answers = rows.flatMap(({ answers: all }) => all[index] ?? []);
    const failed = answers.filter(({ error }) => error !== null).length;
    const costs = answers.flatMap(({ cost }) => cost ?? []);
    const failedCosts = answers.flatMap(({ error, data, cost }) =>
      error === null || data !== null ? [] : (cost ?? []),
    );
    return {
      config,
      answered: answers.length - failed,
      failed,
      cost: costs.length === 0 ? null : sum(costs),
      failed_cost: failedCosts.length === 0 ? null : sum(failedCosts),
      unpriced: answers.length - costs.length,
      latency: mean(answers.flatMap(({ latency }) => latency ?? [])),
      scores: Object.fromEntries(
        names.map((name) => [
          name,
          meanOfCases(
            answers.map(({ scores }) => toNumber(scores[name])),
            cases,
          ),
        ]),
      ),
    };
  });
}

function meanOfCases(values: readonly number[][], cases: readonly string[]): number | null {
  const ofCases = Map.groupBy(values.entries(), ([index]) => cases[index]).values();
  return mean([...ofCases].flatMap((rows) => mean(rows.flatMap(([, value]) => value)) ?? []));
}

/** Pass is 1, and fail 0; a text is not a number. */
function toNumber(score: unknown): number[] {
  if (typeof score === 'boolean') return [Number(score)];
  return typeof score === 'number' ? [score] : [];
}
