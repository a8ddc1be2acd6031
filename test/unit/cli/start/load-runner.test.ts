import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { bareEnv, runWf } from '../../../helpers/run-wf.ts';

const LOADER = new URL('../../../../src/cli/start/load-runner.ts', import.meta.url).href;

/** A folder with a script in the form of the build, and a program that loads it as `wf` does. */
async function makeScript() {
  const folder = await mkdtemp(join(tmpdir(), 'wf-compiled-'));
  const [script, program] = [join(folder, 'commands.js'), join(folder, 'program.mjs')];
  await writeFile(join(folder, 'other.mjs'), 'export const answer = 42;');
  await writeFile(
    program,
    `const { loadRunner } = await import(${JSON.stringify(LOADER)});
     const { say, cacheCode } = loadRunner('test', ${JSON.stringify(pathToFileURL(script).href)});
     process.stdout.write(await say());
     cacheCode();`,
  );
  const write = (word: string) =>
    writeFile(
      script,
      `(function (module, scriptUrl, importHeavy) {
        module.exports = { say: async () => ${JSON.stringify(word)} + (await importHeavy('./other.mjs')).answer };
      })`,
    );
  const run = (env: Readonly<Record<string, string>> = {}) =>
    runWf([], { program, cwd: folder, env: { ...bareEnv(folder), XDG_CACHE_HOME: folder, ...env } });
  const findCache = async () => {
    const files = await readdir(folder, { recursive: true });
    return files.filter((file) => file.endsWith('.v8')).map((file) => join(folder, file));
  };

  return {
    write,
    run,
    findCache,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

test('code that one process compiled is used by the next, until the script changes', async () => {
  await using script = await makeScript();
  await script.write('one');
  for (let run = 0; run < 3; run += 1) expect(await script.run()).toEqual({ stdout: 'one42', stderr: '', exitCode: 0 });
  expect(await script.findCache()).toHaveLength(1);
  // The same length as before: V8 itself would accept the old code.
  await script.write('two');
  for (let run = 0; run < 2; run += 1) expect(await script.run()).toMatchObject({ stdout: 'two42' });
});

test.each([
  ['is empty', () => Buffer.alloc(0)],
  ['was cut off', (code: Buffer) => code.subarray(0, code.length / 2)],
  ['has damage in its middle', (code: Buffer) => Buffer.from(code).fill(255, code.length / 4, code.length / 4 + 64)],
  ['has zeros in place of what was written', (code: Buffer) => Buffer.from(code).fill(0, 16)],
])('compiled code that %s is ignored', async (_how, damage) => {
  await using script = await makeScript();
  await script.write('one');
  await script.run();
  const [cache = ''] = await script.findCache();
  await writeFile(cache, damage(await readFile(cache)));
  for (let run = 0; run < 2; run += 1) expect(await script.run()).toEqual({ stdout: 'one42', stderr: '', exitCode: 0 });
});

test('without a cache, everything is compiled and nothing is written', async () => {
  await using script = await makeScript();
  await script.write('one');
  expect(await script.run({ NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual({ stdout: 'one42', stderr: '', exitCode: 0 });
  expect(await script.findCache()).toEqual([]);
});
