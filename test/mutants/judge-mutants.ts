import type { RelatedTests } from './find-related-tests.ts';
import type { Mutant } from './find-mutants.ts';
import type { Workspace } from './workspace.ts';

/**
 * `invalid`: the compiler refuses it, so that nobody could write it by mistake. `unclear`: its tests fail without it, too.
 */
export type Verdict = 'killed' | 'survived' | 'invalid' | 'unclear';

export interface JudgeMutantsOptions {
  readonly workspace: Workspace;
  readonly findTests: (path: string) => RelatedTests;
  /** How many to judge, without those that are invalid or unclear. */
  readonly count: number;
}

const OWN_TIMEOUT_MS = 120_000;
const OTHERS_TIMEOUT_MS = 900_000;

/** @yields each mutant with its verdict, until as many as wanted are judged */
export async function* judgeMutants(
  mutants: readonly Mutant[],
  { workspace, findTests, count }: JudgeMutantsOptions,
): AsyncGenerator<readonly [Mutant, Verdict]> {
  let judged = 0;
  for (let start = 0; start < mutants.length && judged < count;) {
    const group = takeGroup(mutants.slice(start), Math.min(GROUP, count - judged));
    start += group.length;
    const refused = await findRefused(workspace, group);
    for (const mutant of group) {
      const verdict = refused.get(mutant) ?? (await test(workspace, mutant, findTests(mutant.path)));
      if (verdict === 'killed' || verdict === 'survived') judged += 1;
      yield [mutant, verdict];
    }
  }
}

/** Mutants that are compiled together: most are valid, and the compiler is the slower half of judging one. */
const GROUP = 25;

/** Takes mutants from the front until two are of one file. */
function takeGroup(mutants: readonly Mutant[], most: number): Mutant[] {
  const group: Mutant[] = [];
  for (const mutant of mutants.slice(0, most)) {
    if (group.some(({ path }) => path === mutant.path)) break;
    group.push(mutant);
  }
  return group;
}

/** Finds those that the compiler refuses, by halves; a mutant that only a type test refuses is killed by it. */
async function findRefused(workspace: Workspace, group: readonly Mutant[]): Promise<Map<Mutant, Verdict>> {
  const [first] = group;
  const files = await workspace.withMutants(group, () => workspace.compile());
  if (first === undefined || files.length === 0) return new Map();
  if (group.length === 1) {
    return new Map([[first, files.every((file) => file.startsWith('test/types/')) ? 'killed' : 'invalid']]);
  }
  const half = group.length >> 1;
  const found = await findRefused(workspace, group.slice(0, half));
  for (const entry of await findRefused(workspace, group.slice(half))) found.set(...entry);
  return found;
}

async function test(workspace: Workspace, mutant: Mutant, { own, others }: RelatedTests): Promise<Verdict> {
  for (const [tests, timeoutMs] of [
    [own, OWN_TIMEOUT_MS],
    [others, OTHERS_TIMEOUT_MS],
  ] as const) {
    if (await workspace.withMutants([mutant], () => workspace.passes(tests, timeoutMs))) continue;
    return (await workspace.passes(tests, timeoutMs)) ? 'killed' : 'unclear';
  }
  return 'survived';
}
