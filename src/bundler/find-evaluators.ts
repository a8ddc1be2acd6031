import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The project's folder of evaluators. */
const FOLDER = 'evaluators';

/** Finds the files of a project that export evaluators: those in its folder `evaluators`, but for tests and types. */
export async function findEvaluatorFiles(root: string): Promise<string[]> {
  try {
    const entries = await readdir(join(root, FOLDER), { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && /\.(ts|mts|js|mjs)$/.test(entry.name))
      .filter(({ name }) => !/\.(test|spec|d)\.[a-z]+$/.test(name))
      .map(({ name }) => `${FOLDER}/${name}`)
      .toSorted();
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    if (isMissing) return [];
    throw error;
  }
}
