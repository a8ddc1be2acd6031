import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createImporterFinder, createTestFinder } from './find-related-tests.ts';
import { findMutants, type Mutant } from './find-mutants.ts';
import { judgeMutants } from './judge-mutants.ts';
import { createWorkspace } from './workspace.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Changes one token at a time and checks whether a test notices: `npm run mutants` for the files that differ from where
 * this branch left main, `npm run mutants -- FILE...` for others. A survivor is a question, not a fault: some changes
 * make no difference to anybody.
 */
async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const paths = positionals.length > 0 ? positionals : listChanged();
  await report(paths.toSorted().flatMap((path) => findMutants(path, readFileSync(join(root, path), 'utf8'))));
}

async function report(mutants: readonly Mutant[]): Promise<void> {
  await using workspace = await createWorkspace(root);
  const refused = await workspace.compile();
  if (refused.length > 0) throw new Error(`Does not compile without a mutant: ${refused.join(', ')}`);
  process.stderr.write('Recording which tests call which functions.\n');
  const records = await workspace.recordCalls(findRelated(mutants));
  for (const { test } of records.filter(({ hasFailed }) => hasFailed)) {
    process.stderr.write(`Fails without a mutant, so it is not used: ${test}\n`);
  }
  const counts = { killed: 0, survived: 0, invalid: 0, unclear: 0 };
  for await (const [mutant, verdict] of judgeMutants(mutants, {
    workspace,
    findTests: createTestFinder(root, records),
  })) {
    counts[verdict] += 1;
    process.stderr.write(`${verdict}: ${describe(mutant)}\n`);
    if (verdict === 'survived') process.stdout.write(`survived: ${describe(mutant)}\n`);
  }
  const valid = counts.killed + counts.survived;
  const left = `${counts.invalid} did not compile, tests of ${counts.unclear} fail without them`;
  process.stdout.write(`${counts.killed} of ${valid} mutants killed; ${left}\n`);
}

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

await main();
