import { expect, test } from 'vitest';
import { decodeStream } from '../../../../src/evaluation/testset/decode-stream.ts';

async function* chunksOf(chunks: readonly (string | readonly number[])[]) {
  for (const chunk of chunks)
    yield await Promise.resolve(typeof chunk === 'string' ? Buffer.from(chunk) : Uint8Array.from(chunk));
}

async function decode(...chunks: (string | readonly number[])[]) {
  const texts: string[] = [];
  for await (const text of decodeStream('cases.csv', chunksOf(chunks))) texts.push(text);
  return texts;
}

test('chunks are decoded as they come, and a character may be split', async () => {
  expect(await decode('a\n', [0x62, 0xc3], [0xa9, 0x63])).toEqual(['a\n', 'b', 'éc']);
});

test('a byte order mark is dropped', async () => {
  expect((await decode([0xef, 0xbb, 0xbf], 'a')).join('')).toBe('a');
});

test.each([
  ['little', [0xff, 0xfe, 0x61, 0x00]],
  ['big', [0xfe, 0xff, 0x00, 0x61]],
])('UTF-16, %s end first, is named', async (_, bytes) => {
  await expect(decode(bytes)).rejects.toMatchObject({
    code: 'WF_TESTSET_INVALID',
    message: expect.stringContaining('The file is UTF-16; save it as UTF-8.'),
  });
});

test.each<[string, (string | readonly number[])[], number]>([
  ['in the first line', [[0x61, 0xff]], 1],
  ['in a later line of a chunk', ['a\nb\n', [0x63, 0x0a, 0x64, 0xff, 0x0a]], 4],
  ['at the border of two chunks', ['a\nb', [0xc3], [0x28, 0x0a]], 2],
  ['at the end', ['a\n\n', [0xc3]], 3],
  ['after a line that goes over three chunks', ['a\nbc', 'de', [0xff]], 2],
])('what is not UTF-8 %s has its line', async (_, chunks, line) => {
  await expect(decode(...chunks)).rejects.toMatchObject({
    code: 'WF_TESTSET_INVALID',
    message: `cases.csv, line ${line}: The text is not valid UTF-8; save the file as UTF-8.`,
  });
});

test('0xff and 0xfe in a later chunk are not UTF-16', async () => {
  await expect(decode('a', [0xff, 0xfe])).rejects.toThrow(
    expect.objectContaining({ message: 'cases.csv, line 1: The text is not valid UTF-8; save the file as UTF-8.' }),
  );
});
