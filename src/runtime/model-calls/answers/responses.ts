import { isRecord, omitUndefined, toRecord, type UnknownRecord } from '../../../foundation/record.ts';
import {
  type AnswerReader,
  type AnswerTokens,
  type MessagePart,
  type ModelAnswer,
  toCount,
  toList,
  toText,
} from './model-answer.ts';

/** Answers of OpenAI's responses. @source https://platform.openai.com/docs/api-reference/responses/object */
export const responses: AnswerReader = {
  readWhole: (body) => (Array.isArray(body['output']) ? toAnswer(body) : null),
  openStream() {
    let newest: UnknownRecord | null = null;
    return {
      read({ type, response }) {
        // The first event has the model, the last one the usage.
        if (isRecord(response)) newest = response;
        return LAST_EVENTS.has(type);
      },
      answer: () => (newest === null ? null : toAnswer(newest)),
    };
  },
};

const LAST_EVENTS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** Answers whether a response is still being made, or was read again later: a background one counts once it is done. */
export function isInProgress(body: UnknownRecord): boolean {
  return body['status'] === 'queued' || body['status'] === 'in_progress';
}

function toAnswer(body: UnknownRecord): ModelAnswer {
  const status = toText(body['status']);
  return {
    ...omitUndefined({ id: toText(body['id']), model: toText(body['model']), tokens: toTokens(body) }),
    parts: toList(body['output']).map(toRecord).flatMap(toParts),
    finishReasons: status === undefined ? [] : [status],
  };
}

function toTokens(body: UnknownRecord): AnswerTokens | undefined {
  const usage = toRecord(body['usage']);
  const [input, output] = [toCount(usage['input_tokens']), toCount(usage['output_tokens'])];
  if (input === undefined || output === undefined) return undefined;
  return {
    input_tokens: input,
    output_tokens: output,
    ...omitUndefined({
      cache_read_tokens: toCount(toRecord(usage['input_tokens_details'])['cached_tokens']),
      reasoning_tokens: toCount(toRecord(usage['output_tokens_details'])['reasoning_tokens']),
      total_tokens: toCount(usage['total_tokens']),
      service_tier: toText(body['service_tier']),
    }),
  };
}

function toParts(item: UnknownRecord): MessagePart[] {
  if (item['type'] === 'function_call') {
    return [{ type: 'tool_call', id: item['call_id'], name: item['name'], arguments: item['arguments'] }];
  }
  const type = item['type'] === 'reasoning' ? ('reasoning' as const) : ('text' as const);
  const texts = [...toList(item['content']), ...toList(item['summary'])].map((part) => toRecord(part));
  return texts.flatMap((part) => {
    const content = toText(part['text']) ?? toText(part['refusal']);
    return content === undefined ? [] : [{ type, content }];
  });
}
