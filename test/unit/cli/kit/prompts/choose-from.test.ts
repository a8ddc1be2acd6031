import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { chooseFrom, type ChoiceRules } from '../../../../../src/cli/kit/prompts/choose-from.ts';
import type { Io } from '../../../../../src/cli/kit/process/io.ts';

const CHOICES = ['formal', 'casual', '3'].map((value) => ({ value }));

/** Answers a list of choices by typed lines, on a terminal that does not draw. */
async function choose(rules: Partial<ChoiceRules>, ...lines: readonly string[]) {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  const waiting = [...lines];
  let shown = '';
  stderr.on('data', (text: Buffer) => {
    shown += text.toString();
    if (!/:\s*$/.test(shown)) return;
    const line = waiting.shift();
    if (line === undefined) stdin.end();
    else stdin.write(`${line}\n`);
  });
  const io = { stdin, stderr, env: { TERM: 'dumb' } } as unknown as Io; // what is read of it
  const chosen = await chooseFrom('Which variant?', CHOICES as never, { isMany: false, isOpen: false, ...rules }, io);
  return { chosen, shown };
}

test('the list is numbered, and a number chooses', async () => {
  const { chosen, shown } = await choose({}, '2');
  expect(chosen).toEqual(['casual']);
  expect(shown).toContain('Which variant?\n1. formal\n2. casual\n3. 3\nNumber or name:');
});

test.each([
  [{}, ' formal ', ['formal']],
  [{}, '3', ['3']],
  [{ isMany: true }, '1, casual', ['formal', 'casual']],
  [{ isOpen: true }, 'new', ['new']],
  [{ isOpen: true }, '9', ['9']],
])('with %j, the answer %j chooses %j', async (rules, line, expected) => {
  expect((await choose(rules, line)).chosen).toEqual(expected);
});

test.each([
  [{}, 'nothing'],
  [{}, '0'],
  [{}, '4'],
  [{ isMany: true }, '1,nothing'],
  [{ isOpen: true }, ''],
])('with %j, the answer %j is asked again', async (rules, line) => {
  const { chosen, shown } = await choose(rules, line, '1');
  expect(chosen).toEqual(['formal']);
  expect(shown).toContain(`Not a choice: ${line}\n`);
});

test('an end of the input is an interruption', async () => {
  await expect(choose({})).rejects.toMatchObject({ code: 'WF_INTERRUPTED' });
});
