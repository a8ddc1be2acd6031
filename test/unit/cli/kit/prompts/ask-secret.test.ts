import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askSecret } from '../../../../../src/cli/kit/prompts/ask-secret.ts';
import type { Io } from '../../../../../src/cli/kit/process/io.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

test('input is read until Enter and never echoed', async () => {
  const { io, typed, raw } = terminal();
  typed.write('sec');
  typed.write('rxe\u007f\bet\n');
  expect(await askSecret('Key:', io, '')).toBe('secret');
  expect(io.stderr.text).toBe('Key: \n');
  expect(raw).toEqual([true, false]);
});

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s ends the prompt and restores the terminal', async (_, character) => {
  const { io, typed, raw } = terminal();
  typed.write(`half${character}`);
  await expect(askSecret('Key:', io, '')).rejects.toThrow(
    expect.objectContaining({ code: 'WF_INTERRUPTED', message: 'No secret was entered.' }),
  );
  expect(raw).toEqual([true, false]);
});

test('the end of input is not an answer', async () => {
  const { io, typed } = terminal();
  typed.end('half');
  await expect(askSecret('Key:', io, '')).rejects.toThrow(expect.objectContaining({ code: 'WF_INTERRUPTED' }));
});

test('without a terminal it fails at once and suggests the alternative', async () => {
  await expect(askSecret('Key:', fakeIo({ stdin: 'never read' }), 'wf login --with-token < FILE')).rejects.toThrow(
    expect.objectContaining({
      code: 'WF_USAGE',
      message: 'Cannot ask for the secret without a terminal.',
      nextSteps: ['wf login --with-token < FILE'],
    }),
  );
});

function terminal() {
  const raw: boolean[] = [];
  const typed = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (isRaw: boolean) => raw.push(isRaw) });
  const fake = fakeIo({ terminal: { columns: 80, rows: 24 } });
  const io: Io & { stderr: typeof fake.stderr } = { ...fake, stdin: typed, stderr: fake.stderr };
  return { io, typed, raw };
}
