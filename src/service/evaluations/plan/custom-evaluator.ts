import * as z from 'zod';
import type { JudgedResult, ResultError } from '../../../contract/evaluations/result.ts';
import type { EvaluatorCode, RouteSchema } from '../../../contract/deployments/route-schema.ts';
import { type CallRoute, spentOn } from '../../../evaluation/engine/evaluation-case.ts';
import { type CallContext, callWithRetries } from '../../../evaluation/engine/call-with-retries.ts';
import type { RetryPolicy } from '../../../foundation/retry-policy.ts';
import { SYSTEM_CLOCK } from '../../../evaluation/engine/adaptive-limit.ts';
import { NOTHING_SPENT, type Spending } from '../../../evaluation/engine/spending.ts';
import type { ScoreInput } from '../../../evaluation/evaluators/definition/evaluator-definition.ts';
import { boolResult, errorResult, numberResult } from '../../../evaluation/results/create-result.ts';
import type { PreparedEvaluator } from '../../../evaluation/evaluators/prepare/prepare-evaluator.ts';
import { requireEvaluatorSettings } from '../../../evaluation/evaluators/settings/evaluator-settings.ts';
import { findEvaluator, toEvaluator } from '../../../evaluation/evaluators/catalogue/evaluators.ts';
import type { HostedDeployment } from '../../hosting/hosting.ts';
import { askAttempt, type AttemptContext } from './ask-attempt.ts';

export interface CustomEvaluatorOptions {
  readonly key: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly expectedColumn: string;
  readonly deployment: HostedDeployment;
  readonly code: EvaluatorCode;
  readonly judging: JudgingLimits;
  /** How its code is called. */
  readonly attempt: AttemptContext;
}

/** Limits for calls of an evaluation's own evaluators: time, retries, and calls at a time. */
export type JudgingLimits = Pick<CallContext, 'limit' | keyof RetryPolicy>;

export function findCustomEvaluator(code: EvaluatorCode | null, key: string): RouteSchema | null {
  return code?.schemas.find(({ name }) => name === key) ?? null;
}

/** Identifies the code of an evaluator: scores of other code are not compared with it. */
export function evaluatorCodeOf(code: EvaluatorCode | null, key: string): string | null {
  if (code !== null && findCustomEvaluator(code, key) !== null) return code.artifact_sha256;
  const version = findEvaluator(key)?.version;
  return version === undefined ? null : `${key}@${version}`;
}

/** The range that a project's own evaluator declares for its scores; `null`: none. */
export function declaredRange(code: EvaluatorCode | null, key: string): [number, number] | null {
  const output = DeclaredOutput.safeParse(findCustomEvaluator(code, key)?.output);
  const [range] = output.data?.properties.score.anyOf.flatMap((each) => Declared.safeParse(each).data ?? []) ?? [];
  return range === undefined ? null : [range.minimum, range.maximum];
}

const DeclaredOutput = z.object({ properties: z.object({ score: z.object({ anyOf: z.array(z.unknown()) }) }) });
const Declared = z.object({ type: z.literal('number'), minimum: z.number(), maximum: z.number() });

/** It runs in its own process, like the workflow. @throws {WF_INVALID_INPUT} when its settings are not valid */
export function prepareCustomEvaluator(
  schema: RouteSchema,
  { key, settings: given, expectedColumn, deployment, code, judging, attempt }: CustomEvaluatorOptions,
): PreparedEvaluator {
  const settings = requireEvaluatorSettings(toEvaluator(schema), given);
  const subject = `the evaluators of app ${JSON.stringify(deployment.app_name)}`;
  const own = { ...deployment, subject, artifact_sha256: code.artifact_sha256, url: null };
  const place = { deployment: own, revisionId: null, path: `/playground/run/${key}` };
  const isSettable = schema.config !== null;
  const score = async (
    { output, row, cost = null, latency = null }: ScoreInput,
    signal?: AbortSignal,
    onAbandoned?: (spent: Spending) => void,
  ): Promise<JudgedResult> => {
    const judged = { output: output ?? null, expected: row[expectedColumn], row, cost, latency };
    const callRoute: CallRoute = async (input, callSignal) =>
      await askAttempt({ ...place, body: JSON.stringify(input), signal: callSignal }, attempt);
    // A call that waited for its turn has cost nothing.
    let cut = NOTHING_SPENT;
    const outcome = await callWithRetries(
      { ...judged, ...(isSettable ? { ag_config: settings } : {}) },
      { ...judging, callRoute, clock: SYSTEM_CLOCK, signal: signal ?? new AbortController().signal },
      null,
      (spent) => void (cut = spent),
    ).catch((error: unknown) => {
      if (signal?.aborted === true) onAbandoned?.(cut);
      throw error;
    });
    const result = outcome.error === null ? toResult(outcome.output) : toError(key, outcome.error);
    const { cost: spent, usage } = spentOn(outcome);
    // A code that calls no model reports no cost, and one that was cut short may have called one.
    const hasPaid = usage !== undefined || (outcome.error === null ? spent !== null : spent !== 0);
    return hasPaid ? { ...result, cost: spent } : result;
  };
  // Its code may call a model, so its scores are stored, under a key that includes the hash of the code.
  // How many models it calls shows only in what it cost.
  const kept = { storesScores: true, modelCalls: 0, basisOf: (input: ScoreInput) => input };
  return { key: `${code.artifact_sha256}/${key}`, version: 1, settings, score, ...kept };
}

const Answer = z.object({ score: z.union([z.boolean(), z.number()]), reason: z.string().optional() });

function toResult(output: unknown): JudgedResult {
  const answer = Answer.safeParse(output);
  if (!answer.success) return errorResult('The evaluator returned no score.');
  const { score, reason } = answer.data;
  const scored = typeof score === 'boolean' ? boolResult(score) : numberResult(score);
  return reason === undefined ? scored : { ...scored, reason };
}

/** Names the author's line where the stack has one, else the evaluator: the route did not fail. */
function toError(key: string, { message, stacktrace, model_answer: answer }: ResultError): JudgedResult {
  const place = /(evaluators\/[^\s():]+:\d+:\d+)/.exec(stacktrace ?? '')?.[1];
  const text = place === undefined ? `${key}: ${message}` : `${message} (${place})`;
  const { error, ...result } = errorResult(text, stacktrace ?? undefined);
  return error == null || answer == null
    ? { ...result, error }
    : { ...result, error: { ...error, model_answer: answer } };
}
