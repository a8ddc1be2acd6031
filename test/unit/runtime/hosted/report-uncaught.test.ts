import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { describeUncaught } from '../../../../src/runtime/hosted/report-uncaught.ts';

const MODULE = pathToFileURL(resolve('src/runtime/hosted/report-uncaught.ts')).href;

/** Runs code in a process that reports. */
async function run(code: string): Promise<{ exitCode: unknown; output: string }> {
  const source = `import { reportUncaught } from ${JSON.stringify(MODULE)};\nreportUncaught();\n${code}`;
  return await new Promise((done) => {
    const args = ['--input-type=module', '--eval', source];
    execFile(process.execPath, args, (error, stdout, stderr) =>
      done({ exitCode: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

test.each([
  ["Promise.reject('no');", 'A promise was rejected and nobody handled it: no\n'],
  ["setImmediate(() => { throw 'thrown'; });", 'Uncaught: thrown\n'],
])('%s is told in a sentence, and ends the process', async (code, output) => {
  expect(await run(code)).toEqual({ exitCode: 1, output });
});

test("a handler of the workflow's own decides", async () => {
  const code = "process.on('uncaughtException', (error) => console.log(`mine: ${error.message}`));";
  expect(await run(`${code} Promise.reject(new Error('no'));`)).toEqual({ exitCode: 0, output: 'mine: no\n' });
});

test("an error has the author's frames and its causes", () => {
  const error = new Error('outer', { cause: 'not an error' });
  error.stack = 'Error: outer\n    at project:///src/flow.ts:1:2\n    at f (file:///data/artifacts/1.mjs:3:4)';
  expect(describeUncaught(error, 'uncaughtException')).toBe('Uncaught: Error: outer\n    at src/flow.ts:1:2');
});
