import { isRecord, toRecord, type UnknownRecord } from '../../../foundation/record.ts';
import type { CountedUsage } from '../../tracing/call-trace.ts';
import { anthropicMessages } from './anthropic-messages.ts';
import { chatCompletions, embeddings } from './chat-completions.ts';
import type { AnswerTokens, ModelAnswer } from './model-answer.ts';
import { responses } from './responses.ts';
import { parseJson } from '../../../contract/validation/parse-json.ts';

const READERS = [anthropicMessages, responses, chatCompletions, embeddings];

/** A batch has at most 50,000 results; a line is as long as an answer. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

/**
 * Reads the results of a batch, one JSON object in a line, and adds up the tokens of each model.
 *
 * @param text - pieces of the file; any other file is left at its first line
 * @source https://platform.openai.com/docs/guides/batch
 * @source https://docs.anthropic.com/en/docs/build-with-claude/batch-processing
 */
export async function readBatch(text: AsyncIterable<string>): Promise<ModelAnswer[]> {
  const models = new Map<string, ModelAnswer>();
  for await (const line of linesOf(text)) {
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
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'reasoning_tokens',
] as const satisfies readonly Count[];

function addTokens(sum: AnswerTokens | undefined, tokens: AnswerTokens): AnswerTokens {
  const { isCacheIncluded } = tokens;
  const added = COUNTS.map((name) => [name, (sum?.[name] ?? 0) + (tokens[name] ?? 0)] as const);
  const { input_tokens = 0, output_tokens = 0, ...rest } = Object.fromEntries(added.filter(([, count]) => count > 0));
  return {
    input_tokens,
    output_tokens,
    ...rest,
    batch: true,
    ...(isCacheIncluded === undefined ? {} : { isCacheIncluded }),
  };
}

/** @yields each line that is not empty, and what follows the last one; nothing after one that is too long */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of text) {
    const end = piece.lastIndexOf('\n');
    if (end === -1) rest += piece;
    else {
      yield* (rest + piece.slice(0, end)).split('\n').filter((line) => line.trim() !== '');
      rest = piece.slice(end + 1);
    }
    if (rest.length > MAX_LINE_LENGTH) return;
  }
  yield rest;
}
