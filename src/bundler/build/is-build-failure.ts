import type { BuildFailure } from 'esbuild';

/** Returns whether esbuild threw because of the sources. */
export function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}
