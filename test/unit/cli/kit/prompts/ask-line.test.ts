import { expect, test } from 'vitest';
import { askLine } from '../../../../../src/cli/kit/prompts/ask-line.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

const WIDE = { columns: 80, rows: 24 };

test('the first line is the answer, as it was typed', async () => {
  const io = fakeIo({ terminal: WIDE, typed: ' one \ntwo\n' });
  expect(await askLine('Name?', io)).toBe(' one ');
  expect([io.stderr.text, io.stdout.text]).toEqual(['Name? ', '']);
});

test('an input that ends, or has ended, has no answer', async () => {
  const io = fakeIo({ terminal: WIDE, typed: '' });
  expect(await askLine('Name?', io)).toBeNull();
  expect(io.stdin.readableEnded).toBe(true);
  expect(await askLine('Again?', io)).toBeNull();
  expect(io.stderr.text).toBe('Name? Again? ');
});

test.each([
  [11, 'one two\nthree? '],
  [15, 'one two\nthree? '],
  [16, 'one two three? '],
])('a terminal of %i columns has room for the cursor', async (columns, shown) => {
  const io = fakeIo({ terminal: { columns, rows: 24 }, typed: '\n' });
  await askLine('one two three?', io);
  expect(io.stderr.text).toBe(shown);
});
