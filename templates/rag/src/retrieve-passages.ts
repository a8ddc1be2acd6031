import { documents } from './documents.ts';
import { embedTexts, type Embedding } from './embed-texts.ts';
import { cosineSimilarity } from './cosine-similarity.ts';

export interface Retrieval extends Embedding {
  /** The maximum number of passages. */
  readonly passages: number;
  /** Passages below this similarity, from 0 to 1, are left out. */
  readonly minimumSimilarity: number;
}

export interface Passage {
  readonly id: string;
  readonly text: string;
  readonly similarity: number;
}

/** Finds the passages nearest in meaning to a question. */
export async function retrievePassages(
  question: string,
  retrieval: Retrieval,
  signal: AbortSignal,
): Promise<Passage[]> {
  const [[asked = []], vectors] = await Promise.all([
    embedTexts([question], retrieval, signal),
    embedDocuments(retrieval),
  ]);
  return documents
    .map(({ id, text }, index) => ({ id, text, similarity: cosineSimilarity(asked, vectors[index] ?? []) }))
    .filter(({ similarity }) => similarity >= retrieval.minimumSimilarity)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, retrieval.passages);
}

/** Document vectors by model and size, cached for the life of the process. */
const embedded = new Map<string, Promise<number[][]>>();

async function embedDocuments({ embeddingModel, dimensions }: Embedding): Promise<number[][]> {
  const key = `${embeddingModel} ${dimensions}`;
  const known = embedded.get(key);
  if (known !== undefined) return await known;
  // No caller's signal: other calls wait for these vectors too.
  const vectors = embedTexts(
    documents.map(({ text }) => text),
    { embeddingModel, dimensions },
  );
  embedded.set(key, vectors);
  vectors.catch(() => embedded.delete(key));
  return await vectors;
}
