import type { RelatedTests, TestGroup } from './find-related-tests.ts';
import type { Mutant } from './find-mutants.ts';
import type { Workspace } from './workspace.ts';

/**
 * `invalid`: it does not compile, so nobody could make this mistake. `unclear`: its tests also fail without it.
 */
export type Verdict = 'killed' | 'survived' | 'invalid' | 'unclear';

export interface JudgeMutantsOptions {
  readonly workspace: Workspace;
  readonly findTests: (mutant: Mutant) => RelatedTests;
}

/** A mutant may make a test endless. */
const timeoutOf = ({ durationMs }: TestGroup) => 30_000 + 5 * durationMs;

/** @yields each mutant with its verdict */
export async function* judgeMutants(
  mutants: readonly Mutant[],
  { workspace, findTests }: JudgeMutantsOptions,
): AsyncGenerator<readonly [Mutant, Verdict]> {
  for (let start = 0; start < mutants.length;) {
    const group = takeGroup(mutants.slice(start, start + GROUP));
    start += group.length;
    const refused = await findRefused(workspace, group);
    for (const mutant of group) {
      yield [mutant, refused.get(mutant) ?? (await test(workspace, mutant, findTests(mutant)))];
    }
  }
}

/** Number of mutants to compile together: most are valid, and compiling is the slower half. */
const GROUP = 25;

/** Takes mutants from the front until two belong to the same file. */
function takeGroup(mutants: readonly Mutant[]): Mutant[] {
  const group: Mutant[] = [];
  for (const mutant of mutants) {
    if (group.some(({ path }) => path === mutant.path)) break;
    group.push(mutant);
  }
  return group;
}

/** Finds mutants that do not compile. An error in a mutated file is that mutant's; other errors need a search. */
async function findRefused(workspace: Workspace, group: readonly Mutant[]): Promise<Map<Mutant, Verdict>> {
  const broken = await compile(workspace, group);
  const own = group.filter(({ path }) => broken.includes(path));
  const refused = new Map<Mutant, Verdict>(own.map((mutant) => [mutant, 'invalid']));
  if (own.length === broken.length) return refused;
  const rest = group.filter((mutant) => !own.includes(mutant));
  for (const [mutant, verdict] of await search(workspace, rest)) refused.set(mutant, verdict);
  return refused;
}

/** Finds the mutants that break other files, by halves. */
async function search(workspace: Workspace, mutants: readonly Mutant[]): Promise<(readonly [Mutant, Verdict])[]> {
  const [first] = mutants;
  const broken = first === undefined ? [] : await compile(workspace, mutants);
  if (first === undefined || broken.length === 0) return [];
  if (mutants.length === 1) return [[first, isOnlyTypeTests(broken) ? 'killed' : 'invalid']];
  const half = Math.ceil(mutants.length / 2);
  return [...(await search(workspace, mutants.slice(0, half))), ...(await search(workspace, mutants.slice(half)))];
}

async function compile(workspace: Workspace, mutants: readonly Mutant[]): Promise<readonly string[]> {
  return await workspace.withMutants(mutants, () => workspace.compile());
}

const isOnlyTypeTests = (files: readonly string[]) => files.every((file) => file.startsWith('test/types/'));

async function test(workspace: Workspace, mutant: Mutant, { quick, slow }: RelatedTests): Promise<Verdict> {
  for (const group of [quick, slow]) {
    const timeoutMs = timeoutOf(group);
    const failed = await workspace.withMutants([mutant], () => workspace.findFailing(group.tests, timeoutMs));
    if (failed.length === 0) continue;
    return (await failsAnyway(workspace, failed, timeoutMs)) ? 'unclear' : 'killed';
  }
  return 'survived';
}

/** Whether tests also fail without a mutant, in a new process, too: a mutant may have broken the one that ran them. */
async function failsAnyway(workspace: Workspace, tests: readonly string[], timeoutMs: number): Promise<boolean> {
  if ((await workspace.findFailing(tests, timeoutMs)).length === 0) return false;
  workspace.restartTests();
  return (await workspace.findFailing(tests, timeoutMs)).length > 0;
}
