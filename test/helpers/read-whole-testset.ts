import type { TestsetRow } from '../../src/contract/testsets/testset.ts';
import { readTestset, type TestsetSource } from '../../src/evaluation/testset/read-testset.ts';

export interface WholeTestset extends Omit<TestsetSource, 'chunks'> {
  readonly text: string | Uint8Array;
  /** Bytes per chunk. @defaultValue all */
  readonly chunkSize?: number;
}

/** Reads a test set to its end, with its columns in order. */
export async function readWhole({ text, chunkSize, ...source }: WholeTestset) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const rows: TestsetRow[] = [];
  for await (const page of readTestset({ ...source, chunks: toChunks(bytes, chunkSize ?? bytes.length) })) {
    rows.push(...page);
  }
  return { columns: [...new Set(rows.flatMap((row) => Object.keys(row)))], rows };
}

async function* toChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += Math.max(1, size))
    yield bytes.subarray(start, start + Math.max(1, size));
}
