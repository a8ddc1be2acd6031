import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { confirm } from '../../../../../src/cli/kit/prompts/confirm.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

const terminal = { columns: 80, rows: 24 };

/** A user at a terminal who types an answer. */
function personTyping(answer: string) {
  const screen = Object.assign(new PassThrough(), { isTTY: true });
  const keyboard = Object.assign(new PassThrough(), { isTTY: true });
  keyboard.write(`${answer}\n`);
  // The prompt needs a real Node stream.
  return { io: { ...fakeIo({ terminal }), stdin: keyboard, stderr: screen }, shown: () => String(screen.read()) };
}

test.each(['y', 'Y', 'yes', ' yes '])('%j goes on', async (answer) => {
  const { io, shown } = personTyping(answer);
  await confirm('Delete the app?', io, 'wf apps delete x');
  expect(shown()).toContain('Delete the app? [y/N] ');
});

test('a question is wrapped in a narrow window', async () => {
  const { io, shown } = personTyping('y');
  const narrow = { ...io, stderr: Object.assign(io.stderr, { columns: 26 }) };
  await confirm('Delete the app with its environments?', narrow, 'wf apps delete x');
  expect(shown()).toContain('Delete the app with its\nenvironments? [y/N] ');
});

test('Ctrl-D is no', async () => {
  const keyboard = Object.assign(new PassThrough(), { isTTY: true });
  keyboard.end();
  const io = { ...fakeIo({ terminal }), stdin: keyboard };
  await expect(confirm('Delete the app?', io, 'wf apps delete x')).rejects.toMatchObject({ code: 'WF_INTERRUPTED' });
});

test.each(['', 'n', 'yess', 'no'])('%j changes nothing', async (answer) => {
  const { io } = personTyping(answer);
  await expect(confirm('Delete the app?', io, 'wf apps delete x')).rejects.toMatchObject({
    code: 'WF_INTERRUPTED',
    message: 'Nothing was changed.',
  });
});

test.each([
  ['a pipe', {}],
  ['CI', { terminal, env: { CI: 'true' } }],
])('there is no prompt in %s', async (_, options) => {
  await expect(confirm('Delete the app?', fakeIo(options), 'wf apps delete x')).rejects.toMatchObject({
    code: 'WF_USAGE',
    nextSteps: ['wf apps delete x --yes'],
  });
});
