import { shellWord } from '../../../foundation/shell-word.ts';
import { answerColumnOf, completeSettings } from '../../../client/public/complete-settings.ts';
import type { Evaluator } from '../../../contract/evaluators/evaluator.ts';
import { toSettingWords, unknownEvaluator } from '../../evaluators/plan-configs.ts';
import type { Client } from '../../../client/create-client.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import {
  type EvaluatorSpec,
  parseEvaluatorSpec,
} from '../../../evaluation/evaluators/settings/parse-evaluator-spec.ts';
import { toSpecName } from '../../../evaluation/evaluators/definition/spec-name.ts';
import { findEvaluator, toEvaluator } from '../../../evaluation/evaluators/catalogue/evaluators.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { fieldOf } from '../../../foundation/record.ts';
import type { OwnEvaluators } from '../call-route.ts';
import { readCatalogue } from '../../evaluators/read-catalogue.ts';

export interface AnswerToScore {
  /** The row's cells, expected answers among them. */
  readonly cells: TestsetRow;
  readonly output: unknown;
  readonly cost: number | null;
  readonly latency: number | null;
}

export type ScoreAnswer = (answer: AnswerToScore) => Promise<boolean | number | string | null>;

export interface OpenedEvaluator {
  readonly name: string;
  readonly key: string;
  readonly settings: Parameters;
  readonly score: ScoreAnswer;
}

export interface OpenEvaluatorsOptions {
  readonly client: Client;
  /** `null`: the app was never deployed, and has only built-in evaluators and those of the source. */
  readonly appId: string | null;
  readonly typed: string;
  /** The evaluators of the project's source; `null`: deployed code is called. */
  readonly own: OwnEvaluators | null;
}

/**
 * Finds the evaluators that `--evaluators` names. The service runs the built-in ones, and stores nothing.
 *
 * @throws {WF_NOT_FOUND} for an unknown evaluator
 * @throws {WF_USAGE} for one of the project where deployed code is called
 */
export async function openEvaluators({ client, appId, typed, own }: OpenEvaluatorsOptions): Promise<OpenedEvaluator[]> {
  const deployed = await readCatalogue(client, appId);
  const theirs = deployed.own === null ? [] : deployed.custom;
  const custom = own === null ? deployed.custom : [...own.schemas.map(toEvaluator), ...theirs];
  const catalogue = { ...deployed, custom };
  return parseEvaluatorSpec(typed, catalogue).map(({ key, settings, id }) => {
    const name = catalogue.stored.find((stored) => stored.id === id)?.name ?? toSpecName(key, settings);
    const isOfProject = own?.schemas.some((schema) => schema.name === key) === true;
    if (deployed.own !== null && !isOfProject) return { ...openOther(client, deployed.own, { key, settings }), name };
    const isOwn = findEvaluator(key) === undefined;
    if (isOwn && !isOfProject) throw unavailable(key, own !== null);
    return {
      name,
      key,
      settings,
      score: isOwn && own !== null ? scoreByOwn(own, key, settings) : scoreBy(client, key, settings),
    };
  });
}

/**
 * A service of others completes no settings, and reads the expected answer beside the output.
 *
 * @source facts §2.6
 */
function openOther(
  client: Client,
  theirs: readonly Evaluator[],
  { key, settings: given }: EvaluatorSpec,
): Omit<OpenedEvaluator, 'name'> {
  const evaluator = theirs.find((one) => one.key === key);
  if (evaluator === undefined) throw unknownEvaluator(key, theirs);
  const { settings } = completeSettings({ evaluator, given, rows: null, toWords: toSettingWords(key, given) });
  const column = answerColumnOf(evaluator, settings);
  const score: ScoreAnswer = async ({ cells, output }) => {
    const expected = column === null ? undefined : cells[column];
    const inputs = { ...cells, prediction: output, ...(expected === undefined ? {} : { ground_truth: expected }) };
    const body = { inputs, settings: { ...settings } };
    return readScore((await client.runEvaluator({ evaluator_key: key, body })).outputs);
  };
  return { key, settings: { ...settings }, score };
}

function scoreBy(client: Client, key: string, settings: Parameters): ScoreAnswer {
  return async ({ cells, output, cost, latency }) => {
    const inputs = { ...cells, prediction: output, cost, latency };
    const body = { inputs, settings: { ...settings } };
    return readScore((await client.runEvaluator({ evaluator_key: key, body })).outputs);
  };
}

function scoreByOwn(own: OwnEvaluators, key: string, settings: Parameters): ScoreAnswer {
  return async ({ cells, output, cost, latency }) => {
    const judged = { output: output ?? null, expected: cells['correct_answer'], row: cells, cost, latency };
    const { data } = await own.judge(key, { inputs: judged, config: settings });
    const score = fieldOf(data, 'score');
    return typeof score === 'boolean' ? score : readScore({ score });
  };
}

function unavailable(key: string, isSource: boolean): UserError {
  return new UserError({
    code: 'WF_USAGE',
    message: isSource
      ? `The project's folder evaluators does not export ${key}.`
      : `${key} is an evaluator of the project, and \`wf run\` has those only from source: leave out --variant and --env.`,
    nextSteps: isSource
      ? ['wf evaluators list']
      : [`wf eval run --testset TESTSET --evaluators ${shellWord(key)} --variants VARIANT`],
  });
}

/** Reads `success` or `score` from the outputs of an evaluator; `null`: neither. @source facts §2.6 */
export function readScore({ success, score }: Readonly<Record<string, unknown>>): boolean | number | string | null {
  if (typeof success === 'boolean') return success;
  return typeof score === 'number' || typeof score === 'string' ? score : null;
}
