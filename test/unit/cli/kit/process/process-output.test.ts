import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const MODULE = new URL('../../../../../src/cli/kit/process/process-output.ts', import.meta.url).href;

/** Runs code in a process whose output is a pipe, with streams `out` and `err`. */
async function inProcess(code: string) {
  const script = `const { processOutput } = await import(${JSON.stringify(MODULE)});
    const [out, err] = [processOutput(1), processOutput(2)];
    ${code}`;
  const options = { maxBuffer: 4_000_000, env: { LC_ALL: 'C' } };
  return await run(process.execPath, ['--input-type=module', '-e', script], options);
}

test('a pipe is no terminal and has no size', async () => {
  const shape = '{ isTTY: out.isTTY, columns: out.columns ?? null, rows: out.rows ?? null }';
  const { stderr } = await inProcess(`err.write(JSON.stringify(${shape}));`);
  expect(JSON.parse(stderr)).toEqual({ isTTY: false, columns: null, rows: null });
});

test('short text is written when write returns, and a pipe gets every character unchanged', async () => {
  const code = `let done = 0; out.write('é – ✓\\n', () => { done += 1; }); err.write(String(done)); process.exit(0);`;
  expect(await inProcess(code)).toEqual({ stdout: 'é – ✓\n', stderr: '1' });
});

test('long text arrives whole and in order', async () => {
  const code = `out.write('first\\n'); out.write('x'.repeat(1_000_000), () => err.write('done')); out.write('\\nlast');`;
  const { stdout, stderr } = await inProcess(code);
  expect(stdout).toHaveLength(6 + 1_000_000 + 5);
  expect(stdout.startsWith('first\nx')).toBe(true);
  expect(stdout.endsWith('x\nlast')).toBe(true);
  expect(stderr).toBe('done');
});
