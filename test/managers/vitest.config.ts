import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests with real package managers, from a tarball and from a registry: minutes, and a network. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/managers/**/*.test.ts'],
    env: { NODE_ENV: 'test', NO_COLOR: '1' },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
  },
});
