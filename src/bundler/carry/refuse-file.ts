import { userError, type UserError } from '../../foundation/errors/wf-error.ts';
import { sumOf } from '../../foundation/numbers.ts';
import { CARRIED_BYTES, CARRIED_FILES, formatSize } from '../../foundation/sizes.ts';

/** Most files that one bundle carries. */
export const MAX_FILES = CARRIED_FILES.most;
/** Most bytes that the files of one bundle have together. */
export const MAX_BYTES = CARRIED_BYTES.most;

/** Creates the error for `files` in the project file. */
export function refuseFiles(message: string, ...nextSteps: string[]): UserError {
  return userError('WF_BUILD_FAILED', message, nextSteps);
}

/** @throws {WF_BUILD_FAILED} when there are more files than a bundle may carry */
export function requireFewFiles(count: number, source: string): void {
  if (count <= MAX_FILES) return;
  throw refuseFiles(
    `${source} more than ${MAX_FILES.toLocaleString('en')} files, the most that a bundle carries.`,
    'Name fewer files under "files" in the project file, or read them from a store at run time.',
  );
}

/** @throws {WF_BUILD_FAILED} when the files are larger than a bundle may carry */
export function requireFewBytes(files: readonly { readonly path: string; readonly size: number }[]): void {
  const total = sumOf(files, ({ size }) => size);
  if (total <= MAX_BYTES) return;
  const [largest] = files.toSorted((one, other) => other.size - one.size);
  throw refuseFiles(
    `The files of this workflow have ${toMegabytes(total)} together, and a bundle carries ${formatSize(CARRIED_BYTES)}. The largest is ${largest?.path} with ${toMegabytes(largest?.size ?? 0)}.`,
    'Name fewer files under "files" in the project file, or read large ones from a store at run time.',
  );
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
