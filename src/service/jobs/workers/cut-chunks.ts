import { clamp } from '../../../foundation/numbers.ts';
import type { Chunk } from './chunk.ts';

/**
 * Cuts rows without a verdict into chunks, in order.
 *
 * @param open - chunks that wait or run; new ones do not overlap them
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

/** Parts that a failed chunk is split into: two steps find one row among a thousand. */
const PARTS = 32;

/** Splits a chunk, so that a row that crashes its worker ends up alone and does not block the others. */
export function splitChunk({ evaluationId, from, to }: Chunk): Chunk[] {
  const size = Math.ceil((to - from + 1) / PARTS);
  const parts: Chunk[] = [];
  for (let start = from; start <= to; start += size) {
    parts.push({ evaluationId, from: start, to: Math.min(to, start + size - 1) });
  }
  return parts;
}

/** What decides the size of a chunk. */
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
const [MIN_COUNT, MAX_COUNT] = [10, 1000];

/**
 * Computes how many rows a chunk should have: a few seconds of work, so that a small evaluation does not wait long for a
 * large one and little is repeated when a worker dies, but few enough that every worker has some.
 */
export function chunkSize({ calls, capacity, rows, latency }: ChunkSizing): number {
  const lanes = clamp(calls, 1, capacity);
  const inTime = Math.round(((calls / lanes) * SECONDS_PER_CHUNK) / Math.max(0.001, latency ?? 0.5));
  const fair = Math.ceil(rows / (lanes * 2));
  return Math.max(1, Math.min(MAX_COUNT, Math.max(MIN_COUNT, inTime), fair));
}
