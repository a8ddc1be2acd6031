import { expect, test } from 'vitest';
import { createItemWriter } from '../../../../../src/cli/kit/output/item-writer.ts';

async function write(items: readonly unknown[]): Promise<{ text: string; hasBegun: boolean }> {
  let text = '';
  const stdout = {
    write: (chunk: string | Uint8Array, done?: (error?: Error | null) => void) => {
      text += String(chunk);
      done?.();
      return true;
    },
    isTTY: false,
    columns: undefined,
    rows: undefined,
  };
  const writer = createItemWriter(stdout);
  for (const item of items) await writer.write(item);
  const { hasBegun } = writer;
  await writer.end();
  return { text, hasBegun };
}

test('text is written unchanged, with a final line break', async () => {
  expect(await write(['a', 'b c', '', '\nd'])).toEqual({ text: 'ab c\nd\n', hasBegun: true });
});

test('anything else is a line of JSON', async () => {
  expect(await write([{ a: 1 }, null, 2])).toEqual({ text: '{"a":1}\nnull\n2\n', hasBegun: true });
});

test('a text with a final line break gets no second one', async () => {
  expect((await write(['a\n'])).text).toBe('a\n');
});

test('without a part, nothing is written', async () => {
  expect((await write([''])).hasBegun).toBe(false);
});
