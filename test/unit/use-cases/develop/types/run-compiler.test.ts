import { readdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runCompiler, unchecked } from '../../../../../src/use-cases/develop/types/run-compiler.ts';
import { tempFolder } from '../../../../helpers/temp-folder.ts';

/** Runs a script in place of the compiler. */
async function run(script: string, { stateDir = true, signal = new AbortController().signal } = {}) {
  await using folder = await tempFolder();
  await writeFile(folder.path('tsc.cjs'), script);
  const report = await runCompiler({
    script: folder.path('tsc.cjs'),
    config: folder.path('tsconfig.json'),
    root: folder.root,
    stateDir: stateDir ? folder.path('state') : null,
    signal,
  });
  return { report, root: folder.root, files: await readdir(folder.root) };
}

test('a compiler that writes nothing and succeeds found no error', async () => {
  expect((await run('')).report).toEqual({ count: 0, errors: [], problem: null });
});

test('errors are read from both of its outputs', async () => {
  const line = (file: string) => `${file}(3,5): error TS2322: No.`;
  const { report } = await run(
    `console.log(${JSON.stringify(line('a.ts'))}); console.error(${JSON.stringify(line('b.ts'))}); process.exitCode = 2;`,
  );
  expect(report).toMatchObject({ count: 2, problem: null });
});

test.each([
  [
    "console.error('\\n  Out of luck. \\nMore'); process.exit(7);",
    'TypeScript ended with status 7. It wrote: Out of luck.',
  ],
  ['process.exit(7);', 'TypeScript ended with status 7.'],
])('an end that it does not explain is a problem: %#', async (script, problem) => {
  expect((await run(script)).report).toEqual(unchecked(problem));
  expect(unchecked(problem)).toEqual({ count: 0, errors: [], problem });
});

test.each([true, false])('it checks the project alone, and keeps its state where it may: %s', async (stateDir) => {
  const { report, root, files } = await run(
    `console.log('says ' + JSON.stringify([process.argv.slice(2), process.cwd()])); process.exit(1);`,
    { stateDir },
  );
  const said = JSON.parse(/says (.*)/.exec(report?.problem ?? '')?.[1] ?? '') as [string[], string];
  expect(said[1]).toBe(root);
  expect(said[0].slice(0, -1)).toEqual([
    '--project',
    `${root}/tsconfig.json`,
    '--pretty',
    'false',
    '--noEmit',
    '--emitDeclarationOnly',
    'false',
    '--incremental',
    '--tsBuildInfoFile',
  ]);
  const state = said[0].at(-1) ?? '';
  if (stateDir) expect(state).toBe(`${root}/state/checked.tsbuildinfo`);
  else expect(state).toMatch(/\/wf-types-[^/]+\/checked\.tsbuildinfo$/);
  expect(files).toEqual(['tsc.cjs']);
});

test('a check that is no longer wanted has no report', async () => {
  const controller = new AbortController();
  const running = run('setInterval(() => {}, 60_000);', { signal: controller.signal });
  controller.abort();
  expect((await running).report).toBeNull();
});
