import type { BuildFailure } from 'esbuild';

/** Answers whether esbuild threw because of what it was given to build. */
export function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}
