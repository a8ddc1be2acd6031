import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { cacheHome } from './helpers/run-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const CONTROL_GROUPS = 'test/faults/control-groups.test.ts';

/** Limits end what hangs. They are long, so that they decide nothing on a busy machine, and the same for all tests. */
const LIMIT_MS = 600_000;
const POLL_MS = 120_000;

const SETUP = ['test/helpers/fix-seed.ts', 'test/helpers/restore-globals.ts'];

/** The folders answer different questions: docs/contributing.md. Sources run as they are, unbuilt. */
export default defineConfig({
  test: {
    root,
    // Tests wait for processes and clocks for a fifth of their time: one worker more than processors fills it.
    maxWorkers: availableParallelism() + 1,
    projects: [
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
      project('unit', { isolate: false, setupFiles: SETUP }),
      project('property', { isolate: false, setupFiles: SETUP, exclude: ['test/property/windows/**'] }),
      project('windows', {
        isolate: false,
        setupFiles: SETUP,
        include: ['test/property/windows/**/*.test.ts'],
        alias: [
          { find: /^node:path$/, replacement: 'node:path/win32' },
          { find: /^node:url$/, replacement: `${root}test/helpers/url-on-windows.ts` },
        ],
      }),
      project('architecture', { isolate: false }),
      project('conformance', {
        isolate: false,
        setupFiles: SETUP,
        include: ['test/conformance/{service,others}/**/*.test.ts'],
      }),
      project('recorded', { include: ['test/recorded/**/*.test.ts'] }),
      project('postgres', {
        include: ['test/conformance/{service,postgres}/**/*.test.ts', 'test/recorded/schema.test.ts'],
        globalSetup: 'test/helpers/postgres-setup.ts',
      }),
      project('e2e', { globalSetup: 'test/helpers/browser-setup.ts' }),
      project('faults', { exclude: [CONTROL_GROUPS] }),
      // A kernel that runs as a program is slow next to other tests, so it runs after them.
      project('kernel', { include: [CONTROL_GROUPS], sequence: { groupOrder: 1 } }),
    ],
  },
});

interface ProjectOptions {
  /** A process per file imports the program again, for 0.5 s; these projects' tests share no state, so they share processes. */
  readonly isolate?: boolean;
  readonly globalSetup?: string;
  readonly setupFiles?: string[];
  readonly include?: string[];
  readonly exclude?: string[];
  /** Stands in for modules of Node's: tests of what differs on another system. */
  readonly alias?: { find: RegExp; replacement: string }[];
  readonly sequence?: { groupOrder: number };
}

function project(name: string, options: ProjectOptions = {}) {
  return {
    test: {
      name,
      root,
      include: [`test/${name}/**/*.test.{ts,tsx}`],
      env: { NODE_ENV: 'test', NO_COLOR: '1', WF_TRUST: '1', XDG_CACHE_HOME: cacheHome() },
      testTimeout: LIMIT_MS,
      hookTimeout: LIMIT_MS,
      expect: { poll: { timeout: POLL_MS, interval: 20 } },
      ...options,
    },
  };
}
