import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Programs, browsers and databases share CI's two cores: there, one of their tests may try again, and is shown as retried. */
const retry = process.env['CI'] === undefined ? 0 : 1;

/** Each project answers one question; see docs/contributing.md. Sources run as they are, unbuilt. */
/** Their kernel exists for this processor only, and is slow next to other tests: `.ci/run` runs them alone. */
const hasKernel =
  process.platform === 'linux' && process.arch === 'x64' && process.env['WF_TEST_CONTROL_GROUPS'] !== 'off';
const leftOut = hasKernel ? [] : ['test/faults/control-groups.test.ts'];

export default defineConfig({
  test: {
    root,
    // Vitest leaves one processor to a watching editor: of CI's two, one would be idle.
    maxWorkers: '100%',
    projects: [
      project('unit', { isolate: false, testTimeout: 20_000 }),
      {
        test: {
          name: 'types',
          root,
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['test/types/**/*.test-d.ts'],
            tsconfig: 'test/types/tsconfig.json',
          },
        },
      },
      project('conformance', { globalSetup: 'test/helpers/postgres-setup.ts', testTimeout: 30_000, retry }),
      project('property', { isolate: false, testTimeout: 30_000, exclude: ['test/property/windows/**'] }),
      project('windows', {
        isolate: false,
        testTimeout: 30_000,
        include: ['test/property/windows/**/*.test.ts'],
        alias: [
          { find: /^node:path$/, replacement: 'node:path/win32' },
          { find: /^node:url$/, replacement: `${root}test/helpers/url-on-windows.ts` },
        ],
      }),
      project('e2e', { globalSetup: 'test/helpers/browser-setup.ts', testTimeout: 60_000, hookTimeout: 60_000, retry }),
      project('faults', { testTimeout: 60_000, retry, exclude: leftOut }),
      project('architecture', { isolate: false, testTimeout: 30_000 }),
    ],
  },
});

interface ProjectOptions {
  /** A process per file costs 0.1 s a file; these projects' tests share no state, so they share processes. */
  readonly isolate?: boolean;
  readonly globalSetup?: string;
  readonly testTimeout?: number;
  readonly hookTimeout?: number;
  readonly retry?: number;
  readonly include?: string[];
  readonly exclude?: string[];
  /** Stands in for modules of Node's: tests of what differs on another system. */
  readonly alias?: { find: RegExp; replacement: string }[];
}

function project(name: string, options: ProjectOptions = {}) {
  return {
    test: {
      name,
      root,
      include: [`test/${name}/**/*.test.{ts,tsx}`],
      env: { NODE_ENV: 'test', NO_COLOR: '1', XDG_CACHE_HOME: join(tmpdir(), 'wf-test-cache') },
      ...options,
    },
  };
}
