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

/** Answers of Anthropic's messages. @source https://docs.anthropic.com/en/api/messages */
export const anthropicMessages: AnswerReader = {
  readWhole: (body) => (body['type'] === 'message' && isRecord(body['usage']) ? toAnswer(body, true) : null),
  openStream() {
    let message: UnknownRecord | null = null;
    let isCounted = false;
    const blocks = new Map<unknown, UnknownRecord>();
    const read = (event: UnknownRecord): boolean => {
      if (event['type'] === 'message_start') message = toRecord(event['message']);
      if (event['type'] === 'content_block_start') blocks.set(event['index'], toRecord(event['content_block']));
      if (event['type'] === 'content_block_delta') {
        blocks.set(event['index'], addDelta(toRecord(blocks.get(event['index'])), toRecord(event['delta'])));
      }
      if (event['type'] !== 'message_delta') return event['type'] === 'message_stop';
      isCounted = true;
      // Its counts are cumulative, and it repeats only some of them.
      const usage = { ...toRecord(message?.['usage']), ...withoutNulls(toRecord(event['usage'])) };
      message = { ...message, ...withoutNulls(toRecord(event['delta'])), usage };
      return false;
    };
    // Until the end, the count of output tokens is one of the first event.
    const answer = () => (message === null ? null : toAnswer({ ...message, content: [...blocks.values()] }, isCounted));
    return { read, answer };
  },
};

function withoutNulls(object: UnknownRecord): UnknownRecord {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

function addDelta(block: UnknownRecord, delta: UnknownRecord): UnknownRecord {
  const add = (name: string, piece: string | undefined) =>
    piece === undefined ? {} : { [name]: `${toText(block[name]) ?? ''}${piece}` };
  return {
    ...block,
    ...add('text', toText(delta['text'])),
    ...add('thinking', toText(delta['thinking'])),
    ...add('json', toText(delta['partial_json'])),
  };
}

function toAnswer(body: UnknownRecord, isCounted: boolean): ModelAnswer {
  const stop = toText(body['stop_reason']);
  const counted = toTokens(toRecord(body['usage']));
  const tokens = isCounted || counted === undefined ? counted : { ...counted, output_tokens: null };
  return {
    ...omitUndefined({ id: toText(body['id']), model: toText(body['model']), tokens }),
    parts: toList(body['content']).map(toRecord).flatMap(toParts),
    finishReasons: stop === undefined ? [] : [stop],
  };
}

/** Anthropic counts cached tokens apart from the others. */
function toTokens(usage: UnknownRecord): AnswerTokens | undefined {
  const [input, output] = [toCount(usage['input_tokens']), toCount(usage['output_tokens'])];
  if (input === undefined || output === undefined) return undefined;
  const searches = toCount(toRecord(usage['server_tool_use'])['web_search_requests']) ?? 0;
  return {
    ...(searches === 0 ? {} : { details: { web_searches: searches } }),
    input_tokens: input,
    output_tokens: output,
    isCacheIncluded: false,
    ...omitUndefined({
      cache_read_tokens: toCount(usage['cache_read_input_tokens']),
      cache_write_tokens: toCount(usage['cache_creation_input_tokens']),
      cache_write_1h_tokens: toCount(toRecord(usage['cache_creation'])['ephemeral_1h_input_tokens']),
      service_tier: toText(usage['service_tier']),
    }),
  };
}

function toParts(block: UnknownRecord): MessagePart[] {
  if (block['type'] === 'tool_use') {
    return [{ type: 'tool_call', id: block['id'], name: block['name'], arguments: block['json'] ?? block['input'] }];
  }
  const thinking = toText(block['thinking']);
  if (thinking !== undefined) return [{ type: 'reasoning', content: thinking }];
  const content = toText(block['text']);
  return content === undefined ? [] : [{ type: 'text', content }];
}
