import { expect, test } from 'vitest';
import { createJsonReader } from '../../../../src/evaluation/testset/create-json-reader.ts';

function read(pieces: readonly string[]) {
  const reader = createJsonReader('x.json', { types: {} });
  const rows = pieces.flatMap((piece) => reader.push(piece));
  return { early: rows.length, rows: [...rows, ...reader.finish()] };
}

test('a file of less than 1 MiB is read as a whole, a larger one row by row', () => {
  const start = '[{"a":1},';
  const [small, large] = [1_048_575, 1_048_576].map((size) => start.padEnd(size, ' '));
  const rows = [{ a: 1 }, { a: 2 }];
  expect(read([small ?? '', '{"a":2}]'])).toEqual({ early: 2, rows });
  expect(read([start, '{"a":2}]'])).toEqual({ early: 0, rows });
  expect(read([large ?? '', '{"a":2}', ']'])).toEqual({ early: 2, rows });
  const object = (size: number) => () => read(['{"a":1}'.padEnd(size, ' ')]);
  expect(object(1_048_575)).toThrow('x.json: The file contains an object; write a JSON array of objects, one per row.');
  expect(object(1_048_576)).toThrow('x.json, line 1: The file should contain a JSON array of objects, one per row.');
});

test('rows are counted from 1, over all pieces', () => {
  const start = '[{"a":1},{"a":2},'.padEnd(1_048_576, ' ');
  expect(() => read([start, '{}]'])).toThrow('x.json: Row 3 has no columns.');
});
