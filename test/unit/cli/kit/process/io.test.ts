import { expect, test } from 'vitest';
import { PROCESS_IO, writeText } from '../../../../../src/cli/kit/process/io.ts';
import type { OutputStream } from '../../../../../src/cli/kit/process/output-stream.ts';

function stream(isTTY: boolean | undefined, failure?: Error) {
  const written: unknown[] = [];
  const output: OutputStream = {
    isTTY: isTTY,
    write: (text, done) => {
      written.push(text);
      done?.(failure);
      return true;
    },
  };
  return { output, written };
}

const CONTROLS = '\u001b[1mbold\u001b[0m\u001b[2J\u0007';

test.each([
  [true, '\u001b[1mbold\u001b[0m'],
  [false, CONTROLS],
  [undefined, CONTROLS],
])('on a terminal (%j), only styles are left of what could control it', async (isTTY, text) => {
  const { output, written } = stream(isTTY);
  await writeText(output, CONTROLS);
  expect(written).toEqual([text]);
});

test('a reader that has gone is no failure, and any other failure is', async () => {
  const failing = (code: string) => writeText(stream(false, Object.assign(new Error(code), { code })).output, 'x');
  await expect(failing('EPIPE')).resolves.toBeUndefined();
  await expect(failing('ENOSPC')).rejects.toThrow('ENOSPC');
});

test("the process's own streams, environment and folder are used", () => {
  expect([PROCESS_IO.cwd, PROCESS_IO.env, PROCESS_IO.stdin]).toEqual([process.cwd(), process.env, process.stdin]);
});
