import { expect, test } from 'vitest';
import { collect } from '../../../helpers/collect.ts';
import { splitLines } from '../../../../src/service/archives/split-lines.ts';

async function linesOf(...parts: readonly string[]): Promise<string[]> {
  const bytes = async function* () {
    for (const part of parts) yield new TextEncoder().encode(part);
  };
  return await collect(splitLines(bytes()));
}

test.each([
  [[], []],
  [[''], []],
  [['a'], ['a']],
  [['a\n'], ['a']],
  [
    ['a\n', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', '', 'b\n\nc', 'd'],
    ['ab', '', 'cd'],
  ],
  [['\n'], ['']],
  [
    ['a\nb\n', '\nc\nd'],
    ['a', 'b', '', 'c', 'd'],
  ],
])('%j has the lines %j', async (parts, lines) => {
  expect(await linesOf(...parts)).toEqual(lines);
});

test('a character that ends in the next part is one', async () => {
  const [first, second] = [new Uint8Array([0xc3]), new Uint8Array([0xa9])];
  const bytes = async function* () {
    yield first;
    yield second;
  };
  expect(await collect(splitLines(bytes()))).toEqual(['é']);
});

test('a character that never ends is replaced', async () => {
  const bytes = async function* () {
    yield new Uint8Array([0x61, 0xc3]);
  };
  expect(await collect(splitLines(bytes()))).toEqual(['a\ufffd']);
});
