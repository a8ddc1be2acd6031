import { countExpenses } from './judge-with-model.ts';
import { numberResult } from '../../results/create-result.ts';
import { CORRECT_ANSWER_KEY, type EvaluatorDefinition, MODEL } from '../definition/evaluator-definition.ts';
import { readExpected, readText, toCell } from '../definition/read-answers.ts';
import * as z from 'zod';
import { type AskModelOptions, describe } from '../../judges/ask-model.ts';
import { askProvider, CountedTokens, createAsker, priceOf } from '../../judges/ask-provider.ts';

export const semanticSimilarity: EvaluatorDefinition = {
  evaluator: {
    name: 'Semantic similarity',
    key: 'auto_semantic_similarity',
    direct_use: false,
    requires_llm_api_keys: true,
    settings_template: {
      embedding_model: { ...MODEL, default: 'text-embedding-3-small', description: 'Embedding model.' },
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description:
      'Cosine similarity of the embeddings of output and expected answer: 1 for the same meaning. The cost of the model is shown separately.',
    tags: ['similarity', 'ai_llm'],
  },
  version: 1,
  range: () => ({ low: -1, high: 1 }),
  prepare: (settings, tools) => {
    const model = String(settings['embedding_model']);
    return ({ output, row }, signal) => {
      const expected = readExpected(settings, row);
      if (!expected.ok) return expected.result;
      const text = readText(output);
      if (!text.ok) return text.result;
      const texts = [text.value, toCell(expected.value)] as const;
      if (texts[0] === texts[1]) return numberResult(1);
      // No endpoint embeds empty text.
      if (texts.some((one) => one.trim() === '')) return numberResult(0);
      return countExpenses(async (expenses) => {
        const [a = [], b = []] = await embedTexts({ tools, model, texts, expenses, signal });
        return numberResult(cosine(a, b));
      }, signal);
    };
  },
};

/** The dot product of the normalised vectors: not every provider normalises them. Rounding must not leave the range. */
function cosine(a: readonly number[], b: readonly number[]): number {
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  const dot = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return lengths === 0 ? 0 : Math.max(-1, Math.min(1, dot / lengths));
}

interface EmbedTextsOptions extends Pick<AskModelOptions<z.ZodType>, 'tools' | 'model' | 'expenses' | 'signal'> {
  readonly texts: readonly string[];
}

const Embeddings = z.object({
  model: z.string().nullish(),
  usage: CountedTokens.nullish(),
  data: z.array(z.object({ index: z.number(), embedding: z.array(z.number()).min(1) })),
});

/** Requests the embeddings of texts, in their order. @throws {Error} that says why there are none */
async function embedTexts({ tools, model, texts, expenses, signal }: EmbedTextsOptions): Promise<number[][]> {
  const asker = await createAsker(tools);
  try {
    const answer = await askProvider(asker, { expenses, signal }, async (limit) => {
      const request = { model, input: [...texts], encoding_format: 'float' as const };
      return await asker.client.embeddings.create(request, { signal: limit });
    });
    const read = Embeddings.safeParse(answer);
    if (!read.success) {
      expenses.add(null);
      throw new Error('the answer does not follow the protocol');
    }
    const { model: answering, usage, data } = read.data;
    expenses.add(await priceOf(tools, { model: answering ?? model, requestedModel: model }, usage));
    const vectors = data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding);
    const isOne = new Set(vectors.map(({ length }) => length)).size === 1;
    if (vectors.length !== texts.length || !isOne) throw new Error('it returned other vectors than requested');
    return vectors;
  } catch (error) {
    throw describe(error, model, asker);
  }
}
