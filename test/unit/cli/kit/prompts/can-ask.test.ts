import { expect, test } from 'vitest';
import { canAsk } from '../../../../../src/cli/kit/prompts/can-ask.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

const terminal = { columns: 80, rows: 24 };

test('somebody at a terminal can be asked, unless a program reads the result', () => {
  expect(canAsk(['apps', 'delete'], fakeIo({ terminal }))).toBe(true);
  expect(canAsk(['apps', 'delete', '--json'], fakeIo({ terminal }))).toBe(false);
});

test('nobody can be asked in a pipe, in CI, or where the output or the input is no terminal', () => {
  const pipe = fakeIo();
  const io = fakeIo({ terminal });
  expect(canAsk([], pipe)).toBe(false);
  expect(canAsk([], fakeIo({ terminal, env: { CI: 'true' } }))).toBe(false);
  expect(canAsk([], { ...io, stdout: pipe.stdout })).toBe(false);
  expect(canAsk([], { ...io, stdin: pipe.stdin })).toBe(false);
  expect(canAsk([], { ...io, stderr: pipe.stderr })).toBe(false);
});
