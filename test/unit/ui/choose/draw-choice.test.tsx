import { PassThrough } from 'node:stream';
import { renderToString } from 'ink';
import { expect, test } from 'vitest';
import { type ChoiceOptions, drawChoice, Question } from '../../../../src/ui/choose/draw-choice.tsx';
import { createTheme } from '../../../../src/ui/layout/theme.ts';

const display = { columns: 60, rows: 24, color: false, now: Date.parse('2026-11-21T11:00:00Z') };
const OPTIONS: ChoiceOptions = {
  question: 'Which variant?',
  choices: [
    { value: 'default', facts: [{ kind: 'integer', value: 3 }] },
    { value: 'formal', facts: [{ kind: 'text', value: 'of ana' }] },
    { value: 'brief', facts: [] },
  ],
  isMany: false,
  isOpen: false,
  display: display as never, // only the fields that are read
};
const DOWN = '\u001B[B';

/** A terminal on which keys are pressed, and what the program did to it. */
function openTerminal() {
  const calls: string[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => void calls.push(`raw ${isRaw}`),
    ref: () => void calls.push('ref'),
    unref: () => void calls.push('unref'),
  });
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 60, rows: 24 });
  const written: string[] = [];
  stderr.on('data', (chunk: Buffer) => written.push(String(chunk)));
  const streams = { stdin: stdin as never, stderr: stderr as never }; // what Ink uses of a terminal
  return { calls, stdin, streams, written: () => written.join('') };
}

/** A key, and what must be on the screen before it is pressed. */
type Press = readonly [key: string, shown?: string];

async function answer(keys: readonly Press[], options: Partial<ChoiceOptions> = {}) {
  const terminal = openTerminal();
  const answered = drawChoice({ ...OPTIONS, ...options }, terminal.streams);
  for (const [key, shown = 'esc cancel'] of keys) {
    await expect.poll(terminal.written).toContain(shown);
    terminal.stdin.write(key);
  }
  return { answer: await answered, ...terminal };
}

const draw = (options: Partial<ChoiceOptions> = {}, lines = 3) => {
  const all = Array.from({ length: lines }, (_, index) => ({ value: `v${index}`, text: `variant ${index}` }));
  const view = { ...OPTIONS, ...options, lines: all, theme: createTheme(false), onAnswer: () => undefined };
  return renderToString(<Question {...view} />, { columns: 60 });
};

test('one line is chosen, and the terminal is left as it was', async () => {
  const { answer: chosen, calls, stdin, written } = await answer([[DOWN], ['\r', '> formal']]);
  expect(chosen).toEqual(['formal']);
  expect(calls).toMatchInlineSnapshot(`
    [
      "raw true",
      "ref",
      "raw true",
      "raw false",
      "unref",
      "ref",
    ]
  `);
  expect(stdin.isPaused()).toBe(true);
  expect(written()).toContain('> default  3');
  expect(written()).toContain('> formal   of ana');
});

test('several lines are chosen, and Escape is no answer', async () => {
  expect(
    (await answer([[' '], [DOWN, '[x] default'], [' ', '> [ ] formal'], ['\r', '> [x] formal']], { isMany: true }))
      .answer,
  ).toEqual(['default', 'formal']);
  expect((await answer([['\u001B']])).answer).toBeNull();
});

test('typed text filters, or is an answer of its own', async () => {
  const { answer: chosen, written } = await answer([['br'], ['\r', 'Filter: br']]);
  expect(chosen).toEqual(['brief']);
  expect(written()).toContain('Filter: br');
  expect(written()).toContain('1 of 3 · ↑↓ move · enter choose · esc cancel');
  expect((await answer([['cases.csv'], ['\r', 'Filter: cases.csv']], { isOpen: true })).answer).toEqual(['cases.csv']);
});

test('long names are cut at the width of the longest usual one', async () => {
  const choices = [
    { value: 'n'.repeat(50), facts: [{ kind: 'text' as const, value: 'long' }] },
    { value: 'short', facts: [{ kind: 'text' as const, value: 'of ana' }] },
  ];
  const { written } = await answer([['\u001B']], { choices });
  expect(written()).toContain(`> ${'n'.repeat(50)}  long\n`);
  expect(written()).toContain(`  short${' '.repeat(35)}  of ana\n`);
});

test('a question shows its lines, and how to answer', () => {
  expect(draw()).toMatchInlineSnapshot(`
    "Which variant?
    Type to filter
    > variant 0
      variant 1
      variant 2
    3 · ↑↓ move · enter choose · esc cancel"
  `);
  expect(draw({ isMany: true, isOpen: true })).toMatchInlineSnapshot(`
    "Which variant?
    Type to filter, or another answer
    > [ ] variant 0
      [ ] variant 1
      [ ] variant 2
    3 · ↑↓ move · space mark · enter choose · esc cancel"
  `);
});

test.each([
  [24, 40, 12],
  [10, 40, 5],
  [3, 40, 1],
  [24, 2, 2],
])('in %i rows, of %i lines %i are shown', (rows, lines, shown) => {
  const frame = draw({ display: { ...OPTIONS.display, rows } }, lines);
  expect(frame.match(/variant \d+/g)).toHaveLength(shown);
  expect(frame).toContain(`${lines} · ↑↓ move`);
});
