import { relative, sep } from 'node:path';

/** Stands for the folder above, so that files outside the project have a place below the files' folder, too. */
const ABOVE = '_';

/**
 * Returns where a file of the project, or of a package around it, goes below the files' folder. It depends on where the
 * file is relative to the project, not on where the project is: the same sources yield the same paths.
 */
export function toCarriedPath(root: string, file: string): string {
  const steps = relative(root, file).split(sep);
  return steps.map((step) => (step === '..' ? ABOVE : step)).join('/');
}
