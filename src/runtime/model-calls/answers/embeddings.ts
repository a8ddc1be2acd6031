import { toRecord } from '../../../foundation/record.ts';
import { toCount, toText } from '../json.ts';
import { type AnswerReader, withKnown } from './model-answer.ts';

/**
 * Answers with embeddings, of one text or of many.
 *
 * @source https://platform.openai.com/docs/api-reference/embeddings/object
 */
export const embeddings: AnswerReader = {
  readWhole(body) {
    if (!Array.isArray(body['data'])) return null;
    const usage = toRecord(body['usage']);
    const input = toCount(usage['prompt_tokens']) ?? toCount(usage['total_tokens']);
    const tokens = input === undefined ? undefined : { input_tokens: input, output_tokens: 0 };
    return { ...withKnown({ model: toText(body['model']), tokens }), parts: [], finishReasons: [] };
  },
  openStream: () => ({ read: () => true, answer: () => null }),
};
