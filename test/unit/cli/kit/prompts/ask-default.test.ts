import { expect, test } from 'vitest';
import { askDefault, askUsualYes } from '../../../../../src/cli/kit/prompts/ask-default.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

const terminal = { columns: 80, rows: 24 };
const typing = (typed: string) => fakeIo({ terminal, typed });

test.each([
  ['\n', 'main'],
  ['  \n', 'main'],
  [' other \n', 'other'],
])('the answer %j is %s', async (typed, answer) => {
  const io = typing(typed);
  expect(await askDefault('Which base?', 'main', io)).toBe(answer);
  expect(io.stderr.text).toBe('Which base? [main] ');
});

test.each([
  ['\n', true],
  ['y\n', true],
  ['yes\n', true],
  [' N \n', false],
  ['no\n', false],
  ['nope\n', true],
])('the answer %j means yes: %j', async (typed, isYes) => {
  const io = typing(typed);
  expect(await askUsualYes('Create it?', io)).toBe(isYes);
  expect(io.stderr.text).toBe('Create it? [Y/n] ');
});

test('Ctrl-D cancels', async () => {
  const interrupted = { code: 'WF_INTERRUPTED' };
  await expect(askDefault('Which base?', 'main', typing(''))).rejects.toMatchObject(interrupted);
  await expect(askUsualYes('Create it?', typing(''))).rejects.toMatchObject(interrupted);
});
