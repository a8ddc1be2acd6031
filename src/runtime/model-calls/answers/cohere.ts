import { isRecord, omitUndefined, toRecord, type UnknownRecord } from '../../../foundation/record.ts';
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

/** Answers of Cohere's chat, versions 1 and 2, neither of which names its model. @source https://docs.cohere.com/reference/chat */
export const cohereChat: AnswerReader = {
  readWhole: (body) =>
    isRecord(body['message']) || typeof body['text'] === 'string' ? toAnswer(body, toParts(body)) : null,
  openStream() {
    let known: UnknownRecord | null = null;
    const parts: MessagePart[] = [];
    return {
      read(event) {
        const { type, event_type: old, id, delta, text, response, finish_reason } = event;
        if (type === undefined && old === undefined) return false;
        const { finish_reason: reason, usage, error, message } = toRecord(delta);
        known = { ...known, ...omitUndefined({ id }) };
        if (type === 'content-delta') parts.push(...partsOf(toRecord(message)['content']));
        if (old === 'text-generation') parts.push(...partsOf({ text }));
        if (type === 'message-end') known = { ...known, ...omitUndefined({ usage, error, finish_reason: reason }) };
        if (old === 'stream-end') known = { ...known, ...omitUndefined({ finish_reason }), ...toRecord(response) };
        return type === 'message-end' || old === 'stream-end';
      },
      answer: () => (known === null ? null : toAnswer(known, joinTexts(parts))),
    };
  },
};

function toAnswer(body: UnknownRecord, parts: readonly MessagePart[]): ModelAnswer {
  const reason = toText(body['finish_reason']);
  const failure = toText(body['error']) ?? (reason?.startsWith('ERROR') === true ? reason : undefined);
  return {
    ...omitUndefined({ id: toText(body['id']) ?? toText(body['generation_id']), tokens: toTokens(body), failure }),
    parts,
    finishReasons: reason === undefined ? [] : [reason],
  };
}

/** Cohere bills for fewer tokens than it counts: its own instructions are free. */
function toTokens(body: UnknownRecord): AnswerTokens | undefined {
  const usage = toRecord(body['usage'] ?? body['meta']);
  const [billed, counted] = [toRecord(usage['billed_units']), toRecord(usage['tokens'])];
  const input = toCount(billed['input_tokens']) ?? toCount(counted['input_tokens']);
  const output = toCount(billed['output_tokens']) ?? toCount(counted['output_tokens']);
  if (input === undefined && output === undefined) return undefined;
  return { input_tokens: input ?? null, output_tokens: output ?? null };
}

function toParts(body: UnknownRecord): MessagePart[] {
  const { content, tool_calls: calls } = toRecord(body['message']);
  const called = toList(calls)
    .map(toRecord)
    .map((call): MessagePart => {
      const { name, arguments: given } = toRecord(call['function']);
      return { type: 'tool_call', id: call['id'], name, arguments: given };
    });
  return [...partsOf({ text: body['text'] }), ...toList(content).flatMap(partsOf), ...called];
}

function partsOf(content: unknown): MessagePart[] {
  const { text, thinking } = toRecord(content);
  const [said, thought] = [toText(text), toText(thinking)];
  return [
    ...(thought === undefined ? [] : [{ type: 'reasoning' as const, content: thought }]),
    ...(said === undefined ? [] : [{ type: 'text' as const, content: said }]),
  ];
}

const noStream = () => ({ read: () => true, answer: () => null });

/** @source https://docs.cohere.com/reference/embed */
export const cohereEmbed: AnswerReader = {
  readWhole(body) {
    if (body['embeddings'] === undefined) return null;
    const billed = toRecord(toRecord(body['meta'])['billed_units']);
    const [texts, images] = [toCount(billed['input_tokens']), toCount(billed['image_tokens'])];
    const isCounted = texts !== undefined || images !== undefined;
    const details = images === undefined ? {} : { details: { input_image_tokens: images } };
    const tokens = isCounted ? { input_tokens: (texts ?? 0) + (images ?? 0), output_tokens: 0, ...details } : undefined;
    return { ...omitUndefined({ id: toText(body['id']), tokens }), parts: [], finishReasons: [] };
  },
  openStream: noStream,
};

/** Billed by the search, not by tokens. @source https://docs.cohere.com/reference/rerank */
export const cohereRerank: AnswerReader = {
  readWhole(body) {
    if (!Array.isArray(body['results'])) return null;
    const tokens = { input_tokens: 0, output_tokens: 0, unpriced: 'a search of documents' };
    return { ...omitUndefined({ id: toText(body['id']) }), tokens, parts: [], finishReasons: [] };
  },
  openStream: noStream,
};
