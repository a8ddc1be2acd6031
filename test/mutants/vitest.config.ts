import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import tests from '../vitest.config.ts';
import { recordCalls } from './record-calls.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const projects = tests.test?.projects ?? [];

/** Runs tests of the sources in their own process while `WF_CALLS_FOLDER` gets a file for each of them, with the functions that it called. */
export default defineConfig({
  test: {
    root,
    projects: projects.flatMap((project) => {
      if (typeof project !== 'object' || !('test' in project)) return [];
      const { name, setupFiles: own = [] } = project.test ?? {};
      if (name !== 'unit' && name !== 'property' && name !== 'conformance') return [];
      const setupFiles = [own, 'test/mutants/write-calls.ts'].flat();
      return [{ ...project, plugins: [recordCalls(root)], test: { ...project.test, setupFiles } }];
    }),
  },
});
