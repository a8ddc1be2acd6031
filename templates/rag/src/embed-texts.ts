import OpenAI from 'openai';
import { recordUsage } from 'wfkit';

export interface Embedding {
  readonly embeddingModel: string;
  /** Length of a vector. */
  readonly dimensions: number;
}

/** Turns texts into vectors, in the order of the texts. */
export async function embedTexts(
  texts: readonly string[],
  { embeddingModel, dimensions }: Embedding,
  signal?: AbortSignal,
): Promise<number[][]> {
  const { data, usage } = await new OpenAI().embeddings.create(
    { model: embeddingModel, dimensions, input: [...texts], encoding_format: 'float' },
    { signal },
  );
  recordUsage({ model: embeddingModel, input_tokens: usage.prompt_tokens, output_tokens: 0 });
  return data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding);
}
