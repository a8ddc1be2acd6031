import { expect, test } from 'vitest';
import { toAnswerBody } from '../../../../src/runtime/call/to-answer-body.ts';
import { type CallRecord, toFigures } from '../../../../src/runtime/tracing/call-tree.ts';

const record: CallRecord = {
  treeId: '0190a0b0-0000-7000-8000-000000000000',
  name: 'summarise',
  startedAt: new Date('2026-11-23T10:00:00Z'),
  durationMs: 1000,
  spans: [],
};

const read = (answer: unknown, tree: 'none' | 'figures' | 'whole' = 'none') =>
  JSON.parse(toAnswerBody(answer, record, tree)) as unknown;

test.each([
  ['text', 'text', 'text/plain'],
  [{ a: 1 }, { a: 1 }, 'application/json'],
  [undefined, null, 'application/json'],
  [0, 0, 'application/json'],
  ['', '', 'text/plain'],
])('the answer %j has its content type', (answer, data, content_type) => {
  expect(read(answer)).toEqual({ version: '3.0', data, content_type, tree: null, tree_id: record.treeId });
});

test('as much of the tree is written as the caller asks for', () => {
  const time = { start: '2026-11-23T10:00:00.000Z', end: '2026-11-23T10:00:01.000Z' };
  expect(read('a', 'whole')).toMatchObject({ tree: { nodes: [{ node: { name: 'summarise' }, time }] } });
  expect(read('a', 'figures')).toMatchObject({ tree: JSON.parse(JSON.stringify(toFigures(record))) });
});

test.each([
  [Number.NaN, 'The answer is NaN, which JSON cannot write.'],
  [{ a: [1, Infinity] }, 'The answer has Infinity at a.1, which JSON cannot write.'],
])('the answer %o is refused instead of losing a number', (answer, message) => {
  expect(() => read(answer)).toThrow(message);
});
