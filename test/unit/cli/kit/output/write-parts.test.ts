import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { writeParts } from '../../../../../src/cli/kit/output/write-parts.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

const KIB_64 = 64 * 1024;

/** Returns the sizes of what is written. */
async function sizesOf(lengths: readonly number[]): Promise<number[]> {
  const sizes: number[] = [];
  const io = fakeIo();
  const write = (text: string, done?: () => void) => {
    sizes.push(text.length);
    done?.();
    return true;
  };
  const parts = lengths.map((length) => 'x'.repeat(length));
  await writeParts(Readable.from(parts), { ...io, stdout: { ...io.stdout, write } });
  return sizes;
}

test.each([
  [[1, 2, 3], [6]],
  [
    [KIB_64 - 1, 1, 5],
    [KIB_64, 5],
  ],
  [[KIB_64 - 1], [KIB_64 - 1]],
  [[KIB_64], [KIB_64]],
  [
    [KIB_64 + 1, 1],
    [KIB_64 + 1, 1],
  ],
  [[], []],
])('parts of %j characters are written as %j', async (lengths, sizes) => {
  expect(await sizesOf(lengths)).toEqual(sizes);
});

test('parts keep their order', async () => {
  const io = fakeIo();
  await writeParts(Readable.from(['a', 'b', 'c']), io);
  expect(io.stdout.text).toBe('abc');
});
