import { expect, test } from 'vitest';
import { askDefault, askLine, askYesByDefault, confirm } from '../../../../../src/cli/kit/prompts/ask-line.ts';
import { canAsk } from '../../../../../src/cli/kit/process/screen.ts';
import { chooseFrom, type ChoiceRules } from '../../../../../src/cli/kit/prompts/choose-from.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

const terminal = { columns: 80, rows: 24 };
const typing = (typed: string, columns = 80) => fakeIo({ terminal: { columns, rows: 24 }, typed });

test('the first line is the answer, as it was typed; an input that has ended has none', async () => {
  const io = typing(' one \ntwo\n');
  expect(await askLine('Name?', io)).toBe(' one ');
  expect([io.stderr.text, io.stdout.text]).toEqual(['Name? ', '']);
  const ended = typing('');
  expect([await askLine('Name?', ended), await askLine('Again?', ended)]).toEqual([null, null]);
});

test.each([
  [11, 'one two\nthree? '],
  [15, 'one two\nthree? '],
  [16, 'one two three? '],
])('a question in a terminal of %i columns leaves room for the cursor', async (columns, shown) => {
  const io = typing('\n', columns);
  await askLine('one two three?', io);
  expect(io.stderr.text).toBe(shown);
});

test.each(['y', 'Y', 'yes', ' yes '])('%j confirms', async (answer) => {
  const io = typing(`${answer}\n`);
  await confirm('Delete the app?', io, 'wf apps delete x');
  expect(io.stderr.text).toContain('Delete the app? [y/N] ');
});

test.each(['\n', 'n\n', 'yess\n', 'no\n', ''])('%j changes nothing', async (typed) => {
  await expect(confirm('Delete the app?', typing(typed), 'wf apps delete x')).rejects.toMatchObject({
    code: 'WF_INTERRUPTED',
    message: 'Nothing was changed.',
  });
});

test.each([
  ['a pipe', {}],
  ['CI', { terminal, env: { CI: 'true' } }],
])('nobody can confirm in %s, so the next step has --yes', async (_, options) => {
  await expect(confirm('Delete the app?', fakeIo(options), 'wf apps delete x')).rejects.toMatchObject({
    code: 'WF_USAGE',
    nextSteps: ['wf apps delete x --yes'],
  });
});

test.each([
  ['\n', 'main'],
  ['  \n', 'main'],
  [' other \n', 'other'],
])('where main is usual, %j answers %s', async (typed, answer) => {
  const io = typing(typed);
  expect(await askDefault('Which base?', 'main', io)).toBe(answer);
  expect(io.stderr.text).toBe('Which base? [main] ');
});

test.each([
  ['\n', true],
  ['y\n', true],
  ['yes\n', true],
  ['nope\n', true],
  [' N \n', false],
  ['no\n', false],
])('where yes is usual, %j means yes: %j', async (typed, isYes) => {
  const io = typing(typed);
  expect(await askYesByDefault('Create it?', io)).toBe(isYes);
  expect(io.stderr.text).toBe('Create it? [Y/n] ');
});

/** Answers a list of choices on a terminal that does not draw. */
async function choose(rules: Partial<ChoiceRules>, typed: string) {
  const io = fakeIo({ terminal, typed, env: { TERM: 'dumb' } });
  const choices = ['formal', 'casual', '3'].map((value) => ({ value, facts: [] }));
  const chosen = await chooseFrom('Which variant?', choices, { isMany: false, isOpen: false, ...rules }, io);
  return { chosen, shown: io.stderr.text };
}

test.each([
  [{}, '2\n', ['casual']],
  [{}, ' formal \n', ['formal']],
  [{}, '3\n', ['3']],
  [{ isMany: true }, '1, casual\n', ['formal', 'casual']],
  [{ isOpen: true }, 'new\n', ['new']],
  [{ isOpen: true }, '9\n', ['9']],
])('with %j, the answer %j chooses %j', async (rules, typed, expected) => {
  const { chosen, shown } = await choose(rules, typed);
  expect(chosen).toEqual(expected);
  expect(shown).toMatch(/^Which variant\?\n1\. formal\n2\. casual\n3\. 3\nNumber/);
});

test.each([
  [{}, 'nothing'],
  [{}, '0'],
  [{}, '4'],
  [{ isMany: true }, '1,nothing'],
  [{ isOpen: true }, ''],
])('with %j, %j is not a choice, and the end of the input cancels', async (rules, line) => {
  await expect(choose(rules, `${line}\n`)).rejects.toMatchObject({ code: 'WF_INTERRUPTED' });
});

test.each([
  ['somebody at a terminal', [], {}, true],
  ['nobody where a program reads the result', ['--json'], {}, false],
  ['nobody in CI', [], { env: { CI: 'true' } }, false],
])('%s can be asked', (_, argv, options, expected) => {
  expect(canAsk(argv, fakeIo({ terminal, ...options }))).toBe(expected);
});

test('nobody can be asked where any of the streams is no terminal', () => {
  const [io, pipe] = [fakeIo({ terminal }), fakeIo()];
  for (const stream of ['stdin', 'stdout', 'stderr'] as const)
    expect(canAsk([], { ...io, [stream]: pipe[stream] })).toBe(false);
});
