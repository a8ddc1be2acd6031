import * as z from 'zod';
import type { EvaluatorTools } from './evaluator-tools.ts';
import { describe } from './ask-model.ts';
import { CountedTokens, createAsker, priceOf, type Expenses } from './ask-provider.ts';

export interface EmbedTextsOptions {
  readonly tools: EvaluatorTools;
  readonly model: string;
  readonly texts: readonly string[];
  readonly expenses: Expenses;
  readonly signal?: AbortSignal | undefined;
}

const Embeddings = z.object({
  model: z.string().nullish(),
  usage: CountedTokens.nullish(),
  data: z.array(z.object({ index: z.number(), embedding: z.array(z.number()).min(1) })),
});

/** Requests the embeddings of texts, in their order. @throws {Error} that says why there are none */
export async function embedTexts({ tools, model, texts, expenses, signal }: EmbedTextsOptions): Promise<number[][]> {
  const asker = await createAsker(tools);
  try {
    await asker.count();
    const answer: unknown = await asker.client.embeddings.create(
      { model, input: [...texts], encoding_format: 'float' },
      signal === undefined ? {} : { signal },
    );
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
