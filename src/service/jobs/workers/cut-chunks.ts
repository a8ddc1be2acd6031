import type { Chunk } from './chunk.ts';

/**
 * Cuts rows that have no verdict into chunks of so many rows each, in order.
 *
 * @param open - chunks that wait or run: no new one reaches into them
 */
export function cutChunks(
  evaluationId: string,
  positions: readonly number[],
  { size, open }: { readonly size: number; readonly open: readonly Pick<Chunk, 'from' | 'to'>[] },
): Chunk[] {
  const chunks: Chunk[] = [];
  let rows: number[] = [];
  const close = (): void => {
    const [from, to] = [rows[0], rows.at(-1)];
    if (from !== undefined && to !== undefined) chunks.push({ evaluationId, from, to });
    rows = [];
  };
  for (const position of positions) {
    if (open.some(({ from, to }) => from <= position && position <= to)) continue;
    const last = rows.at(-1) ?? position;
    if (rows.length === size || open.some(({ from }) => last < from && from < position)) close();
    rows.push(position);
  }
  close();
  return chunks;
}

/** Parts of a chunk whose run came to no end: two steps find one row among a thousand. */
const PARTS = 32;

/** Splits a chunk, so that a row that nobody can run is alone at last, and the others are not held up by it. */
export function splitChunk({ evaluationId, from, to }: Chunk): Chunk[] {
  const size = Math.ceil((to - from + 1) / PARTS);
  const parts: Chunk[] = [];
  for (let start = from; start <= to; start += size) {
    parts.push({ evaluationId, from: start, to: Math.min(to, start + size - 1) });
  }
  return parts;
}

/** What is known when chunks are cut. */
export interface ChunkSizing {
  /** Calls that all chunks of the evaluation may have in flight together. */
  readonly calls: number;
  /** Chunks that can run at a time. */
  readonly capacity: number;
  /** Rows of the evaluation. */
  readonly rows: number;
  /** Seconds that a call took on average; `null` while none has answered. */
  readonly latency: number | null;
}

const SECONDS_PER_CHUNK = 5;
const [FEWEST, MOST] = [10, 1000];

/**
 * How many rows a chunk should have: a few seconds of work, so that a small evaluation need not wait long for a large one,
 * and that little is begun again when a worker dies; but few enough that every worker has some.
 */
export function chunkSize({ calls, capacity, rows, latency }: ChunkSizing): number {
  const lanes = Math.max(1, Math.min(calls, capacity));
  const inTime = Math.round(((calls / lanes) * SECONDS_PER_CHUNK) / Math.max(0.001, latency ?? 0.5));
  const fair = Math.ceil(rows / (lanes * 2));
  return Math.max(1, Math.min(MOST, Math.max(FEWEST, inTime), fair));
}
