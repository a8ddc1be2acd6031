import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { readReport, runCompiler, unchecked } from '../../../../src/use-cases/develop/types/run-compiler.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

describe('the output of the compiler', () => {
  test('errors have their positions, without the lines that explain them in depth', () => {
    const output = [
      "src/workflow.ts(3,7): error TS2345: Argument of type '{ a: number; }' is not assignable.",
      "  Property 'b' is missing.",
      String.raw`src\odd (1)\a.ts(10,12): error TS2304: Cannot find name 'x'.`,
      '',
    ].join('\r\n');
    expect(readReport(output)).toEqual({
      count: 2,
      errors: [
        {
          file: 'src/workflow.ts',
          line: 3,
          column: 7,
          code: 'TS2345',
          message: "Argument of type '{ a: number; }' is not assignable.",
        },
        { file: 'src/odd (1)/a.ts', line: 10, column: 12, code: 'TS2304', message: "Cannot find name 'x'." },
      ],
      problem: null,
    });
  });

  test('no output means no errors', () => {
    expect(readReport('')).toEqual({ count: 0, errors: [], problem: null });
  });

  test.each([
    [
      "tsconfig.json(1,33): error TS5024: Compiler option 'strict' requires a value of type boolean.",
      "tsconfig.json:1:33 TS5024 Compiler option 'strict' requires a value of type boolean.",
    ],
    ["error TS5083: Cannot read file '/p/base.json'.", "TS5083 Cannot read file '/p/base.json'."],
  ])('a broken configuration is one sentence, and hides what follows from it: %s', (line, problem) => {
    const output = `src/a.ts(1,1): error TS2304: Cannot find name 'x'.\n${line}\ntsconfig.json(2,1): error TS1005: '}' expected.`;
    const report = readReport(line.startsWith('error') ? output.split('\n').slice(0, 2).join('\n') : output);
    expect(report).toEqual({ count: 0, errors: [], problem });
  });

  test('the hundred first errors are listed, and all are counted', () => {
    const output = Array.from({ length: 101 }, (_, index) => `a.ts(${index + 1},1): error TS1: x`).join('\n');
    const { count, errors } = readReport(output);
    expect([count, errors.length, errors.at(-1)?.line]).toEqual([101, 100, 100]);
  });
});

describe('a run of the compiler', () => {
  /** Runs a script in place of the compiler. */
  async function run(script: string, { signal = new AbortController().signal } = {}) {
    await using folder = await tempFolder();
    await writeFile(folder.path('tsc.cjs'), script);
    return await runCompiler({
      script: folder.path('tsc.cjs'),
      config: folder.path('tsconfig.json'),
      root: folder.root,
      stateDir: folder.path('state'),
      signal,
    });
  }

  test('a compiler that writes nothing and succeeds found no error', async () => {
    expect(await run('')).toEqual({ count: 0, errors: [], problem: null });
  });

  test('errors are read from both of its outputs', async () => {
    const line = (file: string) => `${file}(3,5): error TS2322: No.`;
    const report = await run(
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
  ])('an end that it does not explain is a problem: %s', async (script, problem) => {
    expect(await run(script)).toEqual(unchecked(problem));
    expect(unchecked(problem)).toEqual({ count: 0, errors: [], problem });
  });

  test('a check that is no longer wanted has no report', async () => {
    const controller = new AbortController();
    const running = run('setInterval(() => {}, 60_000);', { signal: controller.signal });
    controller.abort();
    expect(await running).toBeNull();
  });
});
