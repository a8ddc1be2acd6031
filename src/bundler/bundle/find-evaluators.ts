import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../foundation/errors/wf-error.ts';

/** Name of the project's folder of evaluators. */
export const EVALUATORS = 'evaluators';

/**
 * Finds a project's files that export evaluators: all in its folder `evaluators` except tests and type declarations.
 */
export async function findEvaluatorFiles(root: string): Promise<string[]> {
  try {
    const entries = await readdir(join(root, EVALUATORS), { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && isEvaluatorFile(entry.name))
      .map(({ name }) => `${EVALUATORS}/${name}`)
      .toSorted();
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return [];
    throw error;
  }
}

/** Returns whether a file in that folder exports evaluators. */
export function isEvaluatorFile(name: string): boolean {
  return /\.(ts|mts|js|mjs)$/.test(name) && !/\.(test|spec|d)\.[a-z]+$/.test(name);
}
