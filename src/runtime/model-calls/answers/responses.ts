import { isRecord, omitUndefined, toRecord, type UnknownRecord } from '../../../foundation/record.ts';
import type { UsageDetails } from '../../../sdk/context/routing-context.ts';
import {
  type AnswerReader,
  type AnswerTokens,
  type MessagePart,
  type ModelAnswer,
  readDetails,
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
    // One that is still being made has not finished.
    finishReasons: status === undefined || isInProgress(body) ? [] : [status],
  };
}

function toTokens(body: UnknownRecord): AnswerTokens | undefined {
  const usage = toRecord(body['usage']);
  const [input, output] = [toCount(usage['input_tokens']), toCount(usage['output_tokens'])];
  if (input === undefined || output === undefined) return undefined;
  const details = {
    ...readDetails(usage['input_tokens_details'], 'input'),
    ...readDetails(usage['output_tokens_details'], 'output'),
    ...countTools(body),
  };
  return {
    input_tokens: input,
    output_tokens: output,
    ...(Object.keys(details).length === 0 ? {} : { details }),
    ...omitUndefined({
      unpriced: toList(body['output'])
        .map((item) => toText(toRecord(item)['type']))
        .find((type) => UNPRICED.has(type)),
      cache_read_tokens: toCount(toRecord(usage['input_tokens_details'])['cached_tokens']),
      reasoning_tokens: toCount(toRecord(usage['output_tokens_details'])['reasoning_tokens']),
      total_tokens: toCount(usage['total_tokens']),
      service_tier: toText(body['service_tier']),
    }),
  };
}

/** Tools of the provider that cost more than their tokens, and that the price list does not have. */
const UNPRICED: ReadonlySet<unknown> = new Set(['code_interpreter_call', 'image_generation_call', 'shell_call']);

/** A page that is opened in a search is free. */
function countTools(body: UnknownRecord): UsageDetails {
  const items = toList(body['output']).map(toRecord);
  const searches = items.filter(
    ({ type, action }) => type === 'web_search_call' && (toRecord(action)['type'] ?? 'search') === 'search',
  );
  const files = items.filter(({ type }) => type === 'file_search_call');
  return {
    ...(searches.length === 0 ? {} : { web_searches: searches.length }),
    ...(files.length === 0 ? {} : { storage_searches: files.length }),
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
