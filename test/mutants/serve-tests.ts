import { resolve } from 'node:path';
import { createVitest } from 'vitest/node';

/** A request to this process, from `workspace.ts`. */
export interface TestsToRun {
  readonly tests: readonly string[];
  /** Files that changed since the last request. */
  readonly changed: readonly string[];
}

/** Keeps one Vitest for all mutants, as starting it takes longer than most tests. Answers with the test files that failed. */
async function main(): Promise<void> {
  const vitest = await createVitest('test', {
    config: 'test/vitest.config.ts',
    project: ['unit', 'property', 'conformance'],
    watch: false,
    bail: 1,
    reporters: [{}],
  });
  process.on('disconnect', () => process.exit());
  process.on('message', (message) => {
    const { tests, changed } = message as TestsToRun; // only `workspace.ts` sends
    for (const file of changed) vitest.invalidateFile(resolve(file));
    void run(tests).then((failed) => process.send?.(failed));
  });

  async function run(tests: readonly string[]): Promise<readonly string[]> {
    vitest.state.clearErrors(); // of earlier runs
    const specifications = await vitest.globTestSpecifications([...tests]);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    const failed = testModules.filter((module) => !module.ok()).map((module) => module.relativeModuleId);
    return failed.length === 0 && unhandledErrors.length > 0 ? tests : failed;
  }
}

await main();
