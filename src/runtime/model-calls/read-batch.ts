import { parseJson } from '../../contract/validation/parse-json.ts';
import { isRecord, toRecord, type UnknownRecord } from '../../foundation/record.ts';
import { sumOrNull } from '../../foundation/numbers.ts';
import type { UsageDetail, UsageDetails } from '../../sdk/context/routing-context.ts';
import type { CountedUsage } from '../tracing/call-trace.ts';
import { anthropicMessages } from './answers/anthropic-messages.ts';
import { chatCompletions, embeddings } from './answers/chat-completions.ts';
import type { AnswerTokens, ModelAnswer } from './answers/model-answer.ts';
import { responses } from './answers/responses.ts';
import { readLines } from './read-lines.ts';

const READERS = [anthropicMessages, responses, chatCompletions, embeddings];

/**
 * Reads the results of a batch, one JSON object in a line, and adds up the tokens of each model.
 *
 * @param text - pieces of the file; any other file is left at its first line
 * @source https://platform.openai.com/docs/guides/batch
 * @source https://docs.anthropic.com/en/docs/build-with-claude/batch-processing
 */
export async function readBatch(text: AsyncIterable<string>): Promise<ModelAnswer[]> {
  const models = new Map<string, ModelAnswer>();
  for await (const line of readLines(text)) {
    const result = parseJson(line);
    if (!isRecord(result) || result['custom_id'] === undefined) return [...models.values()];
    const answer = readResult(result);
    if (answer?.model === undefined || answer.tokens === undefined) continue;
    models.set(answer.model, addTo(models.get(answer.model), answer));
  }
  return [...models.values()];
}

function readResult(result: UnknownRecord): ModelAnswer | null {
  // The first is Anthropic's place of an answer, the second OpenAI's.
  const body = toRecord(toRecord(result['result'])['message'] ?? toRecord(result['response'])['body']);
  for (const reader of READERS) {
    const answer = reader.readWhole(body);
    if (answer !== null) return answer;
  }
  return null;
}

function addTo(sum: ModelAnswer | undefined, answer: ModelAnswer): ModelAnswer {
  return {
    ...(answer.model === undefined ? {} : { model: answer.model }),
    ...(answer.tokens === undefined ? {} : { tokens: addTokens(sum?.tokens, answer.tokens) }),
    parts: [],
    finishReasons: [],
    isBatch: true,
  };
}

type Count = keyof CountedUsage & keyof AnswerTokens;

const COUNTS = [
  'cache_read_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'reasoning_tokens',
] as const satisfies readonly Count[];

function addTokens(sum: AnswerTokens | undefined, tokens: AnswerTokens): AnswerTokens {
  const { isCacheIncluded } = tokens;
  const added = COUNTS.map((name) => [name, (sum?.[name] ?? 0) + (tokens[name] ?? 0)] as const);
  const details = addDetails(sum?.details, tokens.details);
  return {
    ...Object.fromEntries(added.filter(([, count]) => count > 0)),
    input_tokens: sumOrNull([sum === undefined ? 0 : sum.input_tokens, tokens.input_tokens]),
    output_tokens: sumOrNull([sum === undefined ? 0 : sum.output_tokens, tokens.output_tokens]),
    ...(details === undefined ? {} : { details }),
    batch: true,
    ...(isCacheIncluded === undefined ? {} : { isCacheIncluded }),
  };
}

function addDetails(sum: UsageDetails | undefined, details: UsageDetails | undefined): UsageDetails | undefined {
  if (sum === undefined || details === undefined) return sum ?? details;
  const names = Object.keys({ ...sum, ...details }) as UsageDetail[];
  return Object.fromEntries(names.map((name) => [name, (sum[name] ?? 0) + (details[name] ?? 0)]));
}
