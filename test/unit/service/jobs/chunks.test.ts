import { expect, test } from 'vitest';
import { chunkSize, cutChunks, splitChunk } from '../../../../src/service/jobs/workers/spread-rows.ts';

const chunk = (from: number, to: number) => ({ evaluationId: 'e', from, to });

test('rows are cut into chunks of a size, in order', () => {
  expect(cutChunks('e', [0, 1, 2, 3, 4], { size: 2, open: [] })).toEqual([chunk(0, 1), chunk(2, 3), chunk(4, 4)]);
  expect(cutChunks('e', [], { size: 2, open: [] })).toEqual([]);
});

test('a chunk may span rows with a verdict but not rows of another chunk', () => {
  expect(cutChunks('e', [0, 5, 9], { size: 3, open: [] })).toEqual([chunk(0, 9)]);
  expect(cutChunks('e', [0, 1, 2, 3, 4, 5], { size: 9, open: [chunk(2, 3)] })).toEqual([chunk(0, 1), chunk(4, 5)]);
  expect(cutChunks('e', [0, 5], { size: 9, open: [chunk(2, 3)] })).toEqual([chunk(0, 0), chunk(5, 5)]);
});

test('a chunk is split into parts without loss, in two steps to single rows', () => {
  const parts = splitChunk(chunk(100, 1099));
  expect(parts[0]).toEqual(chunk(100, 131));
  expect(parts.at(-1)?.to).toBe(1099);
  expect(parts.reduce((rows, { from, to }) => rows + to - from + 1, 0)).toBe(1000);
  expect(parts.flatMap(splitChunk)).toHaveLength(1000);
  expect(splitChunk(chunk(4, 5))).toEqual([chunk(4, 4), chunk(5, 5)]);
});

test('a chunk is a few seconds of work, and every worker gets some', () => {
  const sizing = { calls: 16, capacity: 4, rows: 100_000, latency: 2 };
  expect(chunkSize(sizing)).toBe(10);
  expect(chunkSize({ ...sizing, latency: 0.1 })).toBe(200);
  expect(chunkSize({ ...sizing, latency: 0.0001 })).toBe(1000);
  expect(chunkSize({ ...sizing, latency: null })).toBe(40);
  expect(chunkSize({ ...sizing, rows: 8, latency: 0.1 })).toBe(1);
  expect(chunkSize({ ...sizing, rows: 1, capacity: 0 })).toBe(1);
});
