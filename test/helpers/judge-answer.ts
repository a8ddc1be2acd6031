import type { JudgedResult } from '../../src/contract/evaluations/result.ts';
import { type EvaluatorTools, NO_TOOLS } from '../../src/evaluation/judges/evaluator-tools.ts';
import { runEvaluator } from '../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';
import { modelPrices } from '../../src/runtime/tracing/model-prices.ts';
import { type ModelAnswer, type ModelServer, startModelServer } from './start-model-server.ts';

export const toolsFor = ({ baseUrl }: Pick<ModelServer, 'baseUrl'>): EvaluatorTools => ({
  ...NO_TOOLS,
  environment: async () => ({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: baseUrl }),
  priceModel: async (usage) => (await modelPrices(usage, new Date('2026-01-01T00:00:00Z'))).cost,
});

export interface Judged {
  readonly key: string;
  readonly settings?: Record<string, unknown>;
  readonly output?: unknown;
  readonly row?: Record<string, unknown>;
  readonly answers: readonly ModelAnswer[];
}

export const ROW = { question: 'What is the capital of France?', correct_answer: 'Paris' };

/** Judges an output with a model that gives these answers. */
export async function judge({ key, settings = {}, output = 'Paris.', row = ROW, answers }: Judged) {
  await using server = await startModelServer(answers);
  const result: JudgedResult = await runEvaluator(key, { settings, output, row, tools: toolsFor(server) });
  return { result, requests: [...server.requests] };
}

/**
 * 1,000 input tokens at 0.15 USD and 100 output tokens at 0.60 USD a million. @source openai.com/api/pricing,
 * gpt-4o-mini
 */
export const MINI_COST = 1000 * 0.15e-6 + 100 * 0.6e-6;
