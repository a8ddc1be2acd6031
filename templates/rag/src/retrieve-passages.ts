import { documents } from './documents.ts';
import { embedTexts, type Embedding } from './embed-texts.ts';
import { cosineSimilarity } from './cosine-similarity.ts';

export interface Retrieval extends Embedding {
  /** How many passages to give at most. */
  readonly passages: number;
  /** The similarity, from 0 to 1, below which a passage is left out. */
  readonly minimumSimilarity: number;
}

export interface Passage {
  readonly id: string;
  readonly text: string;
  readonly similarity: number;
}

/** Finds the passages whose meaning is nearest to a question. */
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

/** The documents' vectors, for each embedding asked for so far: they do not change while the process lives. */
const embedded = new Map<string, Promise<number[][]>>();

async function embedDocuments({ embeddingModel, dimensions }: Embedding): Promise<number[][]> {
  const key = `${embeddingModel} ${dimensions}`;
  const known = embedded.get(key);
  if (known !== undefined) return await known;
  // No caller's signal here: other calls wait for these vectors, too.
  const vectors = embedTexts(
    documents.map(({ text }) => text),
    { embeddingModel, dimensions },
  );
  embedded.set(key, vectors);
  vectors.catch(() => embedded.delete(key));
  return await vectors;
}
