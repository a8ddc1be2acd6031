import { recordUsage } from 'wfkit';
import { createModelClient } from './model-client.ts';

export interface Embedding {
  readonly embeddingModel: string;
  /** Numbers in a vector. */
  readonly dimensions: number;
}

/** Turns texts into vectors, in the order of the texts. */
export async function embedTexts(
  texts: readonly string[],
  { embeddingModel, dimensions }: Embedding,
  signal?: AbortSignal,
): Promise<number[][]> {
  const { data, usage } = await createModelClient().embeddings.create(
    { model: embeddingModel, dimensions, input: [...texts], encoding_format: 'float' },
    { signal },
  );
  recordUsage({ model: embeddingModel, input_tokens: usage.prompt_tokens, output_tokens: 0 });
  return data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding);
}
