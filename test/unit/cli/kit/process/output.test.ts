import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type OutputStream, writeText } from '../../../../../src/cli/kit/process/io.ts';

function stream(isTTY: boolean | undefined, failure?: Error) {
  const written: unknown[] = [];
  const output: OutputStream = {
    isTTY,
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

const run = promisify(execFile);
const MODULE = new URL('../../../../../src/cli/kit/process/io.ts', import.meta.url).href;

/** Runs code in a process whose output is a pipe, with streams `out` and `err`. */
async function inProcess(code: string) {
  const script = `const { processOutput } = await import(${JSON.stringify(MODULE)});
    const [out, err] = [processOutput(1), processOutput(2)];
    ${code}`;
  const options = { maxBuffer: 4_000_000, env: { LC_ALL: 'C' } };
  return await run(process.execPath, ['--input-type=module', '-e', script], options);
}

test('short text is written when write returns, and a pipe gets every character unchanged', async () => {
  const code = `let done = 0; out.write('é – ✓\\n', () => { done += 1; }); err.write(String([done, out.isTTY])); process.exit(0);`;
  expect(await inProcess(code)).toEqual({ stdout: 'é – ✓\n', stderr: '1,false' });
});

test('long text arrives whole and in order', async () => {
  const code = `out.write('first\\n'); out.write('x'.repeat(1_000_000), () => err.write('done')); out.write('\\nlast');`;
  expect(await inProcess(code)).toEqual({ stdout: `first\n${'x'.repeat(1_000_000)}\nlast`, stderr: 'done' });
});
