import { omitUndefined, toRecord, type UnknownRecord } from '../../../foundation/record.ts';
import {
  type AnswerReader,
  type AnswerTokens,
  joinTexts,
  type MessagePart,
  type ModelAnswer,
  toCount,
  toList,
  toText,
} from './model-answer.ts';

/** Answers of Ollama's chat and generate, one object in a line. @source https://docs.ollama.com/api */
export const ollama: AnswerReader = {
  readWhole: (body) => (typeof body['done'] === 'boolean' ? toAnswer(body, toParts(body)) : null),
  openStream() {
    let known: UnknownRecord | null = null;
    const parts: MessagePart[] = [];
    return {
      read(event) {
        if (typeof event['done'] !== 'boolean') return false;
        known = event;
        parts.push(...toParts(event));
        return event['done'];
      },
      answer: () => (known === null ? null : toAnswer(known, joinTexts(parts))),
    };
  },
};

function toAnswer(body: UnknownRecord, parts: readonly MessagePart[]): ModelAnswer {
  const reason = toText(body['done_reason']);
  return {
    ...omitUndefined({ model: toText(body['model']), tokens: toTokens(body) }),
    parts,
    finishReasons: reason === undefined ? [] : [reason],
  };
}

/** The last line counts. A prompt that is cached whole is not counted. */
function toTokens(body: UnknownRecord): AnswerTokens | undefined {
  if (body['done'] !== true) return undefined;
  const [input, output] = [toCount(body['prompt_eval_count']), toCount(body['eval_count'])];
  if (input === undefined && output === undefined) return undefined;
  return { input_tokens: input ?? 0, output_tokens: output ?? 0 };
}

function toParts(body: UnknownRecord): MessagePart[] {
  const message = toRecord(body['message']);
  const [text, thought] = [
    toText(message['content'] ?? body['response']),
    toText(message['thinking'] ?? body['thinking']),
  ];
  const calls = toList(message['tool_calls']).map((call) => toRecord(toRecord(call)['function']));
  return [
    ...(thought === undefined ? [] : [{ type: 'reasoning' as const, content: thought }]),
    ...(text === undefined ? [] : [{ type: 'text' as const, content: text }]),
    ...calls.map((call) => ({ type: 'tool_call' as const, name: call['name'], arguments: call['arguments'] })),
  ];
}

/** @source https://docs.ollama.com/api/embed */
export const ollamaEmbed: AnswerReader = {
  readWhole(body) {
    if (!Array.isArray(body['embeddings'])) return null;
    const input = toCount(body['prompt_eval_count']);
    const tokens = input === undefined ? undefined : { input_tokens: input, output_tokens: 0 };
    return { ...omitUndefined({ model: toText(body['model']), tokens }), parts: [], finishReasons: [] };
  },
  openStream: () => ({ read: () => true, answer: () => null }),
};
