import { expect, test } from 'vitest';
import { createElementSplitter } from '../../../../src/evaluation/testset/element-splitter.ts';

/** Splits a text that arrives in pieces of a size. */
function split(text: string, size: number) {
  const splitter = createElementSplitter('x.json');
  const elements = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    splitter.push(text.slice(index * size, (index + 1) * size)),
  ).flat();
  splitter.finish();
  return elements.map(({ text: element, line }) => `${line}: ${element}`);
}

const ARRAY = '\n [ {"a":"]}\\"{"} ,\n\n{"b":[{"c":1},[2]],\n"d":"\\\\"},[1]\n]\n ';
const ELEMENTS = ['2: {"a":"]}\\"{"}', '4: {"b":[{"c":1},[2]],\n"d":"\\\\"}', '5: [1]'];

test.each([1, 2, 3, 7, 1000])('elements are the same in pieces of %i characters', (size) => {
  expect(split(ARRAY, size)).toEqual(ELEMENTS);
});

test('an empty array has no elements', () => {
  expect(split(' [ ] ', 1)).toEqual([]);
});

test.each([
  ['{"a":1}', 'The file should contain a JSON array of objects, one per row.'],
  ['[] x', 'There is more text after the end of the array.'],
  ['[1]', 'A row should be an object of column names and cells.'],
  ['[,{}]', 'A row should be an object of column names and cells.'],
  ['[{},,{}]', 'A row should be an object of column names and cells.'],
  ['[{},]', 'A row should be an object of column names and cells.'],
  ['[{} {}]', "This is not JSON: Expected ',' or ']' after array element."],
  ['[{"a":1}', 'This is not JSON: the array has no end.'],
  ['[{"a":', 'This is not JSON: the array has no end.'],
  ['', 'This is not JSON: the array has no end.'],
])('%j is refused', (text, message) => {
  expect(() => split(text, 3)).toThrow(expect.objectContaining({ message: `x.json, line 1: ${message}` }) as Error);
});

test('an error names the file and the line', () => {
  expect(() => split('[{},\n\n7]', 100)).toThrow(
    expect.objectContaining({ message: 'x.json, line 3: A row should be an object of column names and cells.' }),
  );
});

test('a row has a limit, so that a file without an end does not fill memory', () => {
  const splitter = createElementSplitter('x.json');
  splitter.push('[{"a":"');
  expect(() => {
    for (let piece = 0; piece < 100; piece += 1) splitter.push('x'.repeat(1_000_000));
  }).toThrow(expect.objectContaining({ message: 'x.json, line 1: The row is longer than the limit.' }));
});
