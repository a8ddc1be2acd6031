import { isRecord, omitUndefined, toRecord, type UnknownRecord } from '../../../foundation/record.ts';
import {
  type AnswerReader,
  type AnswerTokens,
  type ModelAnswer,
  readDetails,
  toCount,
  toText,
} from './model-answer.ts';

/**
 * Answers with images, and with what was said in a recording. Neither names its model.
 *
 * @source https://platform.openai.com/docs/api-reference/images/object
 * @source https://platform.openai.com/docs/api-reference/audio/json-object
 */
export const media: AnswerReader = {
  readWhole: (body) => (Array.isArray(body['data']) || typeof body['text'] === 'string' ? toAnswer(body) : null),
  openStream() {
    let last: UnknownRecord | null = null;
    return {
      read(event) {
        if (isRecord(event['usage'])) last = event;
        return isRecord(event['usage']);
      },
      answer: () => (last === null ? null : toAnswer(last)),
    };
  },
};

function toAnswer(body: UnknownRecord): ModelAnswer {
  const isImage = typeof body['text'] !== 'string';
  const tokens = toTokens(toRecord(body['usage']), isImage);
  return { ...omitUndefined({ model: toText(body['model']), tokens }), parts: [], finishReasons: [] };
}

function toTokens(usage: UnknownRecord, isImage: boolean): AnswerTokens | undefined {
  const [input, output] = [toCount(usage['input_tokens']), toCount(usage['output_tokens'])];
  if (input === undefined && output === undefined) return undefined;
  const asked = readDetails(usage['input_tokens_details'] ?? usage['input_token_details'], 'input');
  const made = readDetails(usage['output_tokens_details'], 'output');
  const images = isImage && made === undefined && output !== undefined ? { output_image_tokens: output } : undefined;
  const cached = toRecord(usage['input_tokens_details'])['cached_tokens'];
  return {
    input_tokens: input ?? null,
    output_tokens: output ?? null,
    ...omitUndefined({ cache_read_tokens: toCount(cached) }),
    // A request that does not split its input had only text.
    details: { ...asked, ...made, ...images },
  };
}
