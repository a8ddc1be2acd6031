/**
 * Runs checks and tests. `npm test`: the everyday ones. `npm run test:all`: everything; with `-- --rest`, without what
 * `npm test` has run before it. Ends with the count alone on a line.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EVERYDAY, LONGER } from './commands.ts';
import { describeMissing, findMissing } from './helpers/needed-programs.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Count {
  readonly passed: number;
  readonly failed: number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { all: { type: 'boolean' }, rest: { type: 'boolean' } } });
  const isLonger = values.all === true || values.rest === true;
  if (isLonger) process.stdout.write(describeMissing(findMissing()));
  const projects = [...(values.rest === true ? [] : EVERYDAY), ...(isLonger ? Object.keys(LONGER) : [])];
  const isChecked = values.rest === true || ((await run('build')) && (await runTogether('typecheck', 'lint')));
  const { passed, failed } = isChecked ? await runTests(projects) : { passed: 0, failed: 1 };
  if (!isLonger) {
    const added = Object.values(LONGER).map((what) => `  ${what}\n`);
    process.stdout.write(`\nnpm run test:all also tests, in about a quarter of an hour:\n${added.join('')}`);
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Runs a script of package.json; returns whether it succeeded. */
async function run(script: string): Promise<boolean> {
  const start = performance.now();
  const isDone = (await spawnAndWait('npm', ['run', '--silent', script])) === 0;
  const seconds = Math.round((performance.now() - start) / 1000);
  process.stdout.write(`npm run ${script}: ${isDone ? 'done' : 'failed'} in ${seconds} s\n`);
  return isDone;
}

async function runTogether(...scripts: readonly string[]): Promise<boolean> {
  return (await Promise.all(scripts.map(run))).every(Boolean);
}

/** Runs tests, and counts them by their report: a run that ends without one has failed. */
async function runTests(projects: readonly string[]): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), 'wf-report-'));
  try {
    const report = join(folder, 'report.json');
    const flags = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const named = projects.flatMap((name) => ['--project', name]);
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const code = await spawnAndWait(process.execPath, [
      vitest,
      'run',
      '--config',
      'test/vitest.config.ts',
      ...named,
      ...flags,
    ]);
    const counts = JSON.parse(await readFile(report, 'utf8')) as VitestReport;
    // A test that did not run holds nothing.
    const failed = counts.numFailedTests + counts.numPendingTests + counts.numTodoTests;
    // An error outside of any test fails a run, too.
    return { passed: counts.numPassedTests, failed: code === 0 ? failed : Math.max(1, failed) };
  } catch (error) {
    process.stdout.write(`There is no report of the tests: ${(error as Error).message}\n`); // of a file, or of its text
    return { passed: 0, failed: 1 };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What is read of the report of vitest's reporter `json`. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Skipped ones. */
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

async function spawnAndWait(program: string, words: readonly string[]): Promise<number | null> {
  const child = spawn(program, words, { cwd: ROOT, stdio: 'inherit', shell: false });
  return await new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', done);
  });
}

await main();
