import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createRandom } from '../../src/evaluation/statistics/random.ts';
import { createImporterFinder, createTestFinder } from './find-related-tests.ts';
import { findMutants, type Mutant } from './find-mutants.ts';
import { judgeMutants } from './judge-mutants.ts';
import { createWorkspace } from './workspace.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Changes one token at a time and checks whether a unit, property or type test notices.
 *
 * `npm run mutants`: every mutant of the files that differ from where this branch left main; files may be named instead.
 * `npm run mutants -- --sample 100 --seed 7`: a sample from all of `src`, equal for the same seed and sources.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
  });
  const isSample = values.sample !== undefined;
  const named =
    positionals.length > 0 ? positionals : isSample ? globSync('src/**/*.{ts,tsx}', { cwd: root }) : listChanged();
  const found = named.toSorted().flatMap((path) => findMutants(path, readFileSync(join(root, path), 'utf8')));
  const mutants = isSample ? shuffle(found, Number(values.seed)) : found;
  const count = isSample ? Number(values.sample) : found.length;
  await report(mutants, count);
}

async function report(mutants: readonly Mutant[], count: number): Promise<void> {
  await using workspace = await createWorkspace(root);
  const refused = await workspace.compile();
  if (refused.length > 0) throw new Error(`Does not compile without a mutant: ${refused.join(', ')}`);
  process.stderr.write('Recording which tests call which functions.\n');
  const records = await workspace.recordCalls(findRelated(mutants.slice(0, count * SPARE)));
  for (const { test } of records.filter(({ hasFailed }) => hasFailed)) {
    process.stderr.write(`Fails without a mutant, so it is not used: ${test}\n`);
  }
  const counts = { killed: 0, survived: 0, invalid: 0, unclear: 0 };
  for await (const [mutant, verdict] of judgeMutants(mutants, {
    workspace,
    findTests: createTestFinder(root, records),
    count,
  })) {
    counts[verdict] += 1;
    process.stderr.write(`${verdict}: ${describe(mutant)}\n`);
    if (verdict === 'survived') process.stdout.write(`survived: ${describe(mutant)}\n`);
  }
  const valid = counts.killed + counts.survived;
  const left = `${counts.invalid} did not compile, tests of ${counts.unclear} fail without them`;
  process.stdout.write(`${counts.killed} of ${valid} mutants killed; ${left}\n`);
}

/** Some mutants do not compile, and are replaced by the next ones. */
const SPARE = 2;

/** Test files that import what is mutated, directly or not. */
function findRelated(mutants: readonly Mutant[]): string[] {
  const findImporters = createImporterFinder(root);
  const paths = [...new Set(mutants.map(({ path }) => path))];
  return [...new Set(paths.flatMap(findImporters))];
}

function describe({ path, line, before, after }: Mutant): string {
  const inLine = (text: string) => (text === '' ? 'nothing' : text.replaceAll(/\s+/g, ' '));
  return `${path}:${line}: ${inLine(before)} → ${inLine(after)}`;
}

function listChanged(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('diff', '--name-only', '--diff-filter=d', git('merge-base', 'main', 'HEAD'), '--', 'src');
  return changed.split('\n').filter((path) => /\.tsx?$/.test(path));
}

/** @source Fisher and Yates */
function shuffle<T>(values: readonly T[], seed: number): T[] {
  const random = createRandom(seed);
  const shuffled = [...values];
  for (let index = shuffled.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    [shuffled[index], shuffled[other]] = [shuffled[other] as T, shuffled[index] as T]; // both indexes are in range
  }
  return shuffled;
}

await main();
