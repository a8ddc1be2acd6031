import type { Client } from '../../../client/create-client.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { parseEvaluatorSpec } from '../../../evaluation/evaluators/settings/parse-evaluator-spec.ts';
import { toSpecName } from '../../../evaluation/evaluators/definition/spec-name.ts';
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

/**
 * Finds the evaluators that `--evaluators` names. The service runs them, and stores nothing.
 *
 * @throws {WF_NOT_FOUND} for an unknown evaluator
 */
export async function openEvaluators(client: Client, appId: string | null, typed: string): Promise<OpenedEvaluator[]> {
  // An app that was never deployed has only the built-in evaluators.
  const catalogue = appId === null ? { custom: [], stored: [] } : await readCatalogue(client, appId);
  return parseEvaluatorSpec(typed, catalogue).map(({ key, settings, id }) => ({
    name: catalogue.stored.find((stored) => stored.id === id)?.name ?? toSpecName(key, settings),
    key,
    settings,
    score: async ({ cells, output, cost, latency }) => {
      const inputs = { ...cells, prediction: output, cost, latency };
      return readScore(
        (await client.runEvaluator({ evaluator_key: key, body: { inputs, settings: { ...settings } } })).outputs,
      );
    },
  }));
}

/** Reads `success` or `score` from the outputs of an evaluator; `null`: neither. @source facts §2.6 */
export function readScore({ success, score }: Readonly<Record<string, unknown>>): boolean | number | string | null {
  if (typeof success === 'boolean') return success;
  return typeof score === 'number' || typeof score === 'string' ? score : null;
}
