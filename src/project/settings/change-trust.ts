import { replaceUserFile } from '../../foundation/replace-file.ts';
import type { Machine } from '../machine.ts';
import { withFileLock } from '../with-file-lock.ts';
import { readTrustedFolders, realPath, trustFile, type TrustedFolder } from './trusted-folders.ts';

/** Trusts a folder, and returns how it is recorded. Trusting it again changes nothing. */
export async function trustFolder(folder: string, machine: Machine, now: Date): Promise<TrustedFolder> {
  const added = { folder: realPath(folder), since: now.toISOString() };
  return await change(machine, (before) => {
    const known = before.find((one) => one.folder === added.folder);
    return known === undefined ? { after: [...before, added], result: added } : { after: before, result: known };
  });
}

/** Ends the trust in a folder; `false` if it was not recorded. The folder may be gone. */
export async function distrustFolder(folder: string, machine: Machine): Promise<boolean> {
  const removed = pathOf(folder);
  return await change(machine, (before) => {
    const after = before.filter((one) => one.folder !== removed && one.folder !== folder);
    return { after, result: after.length < before.length };
  });
}

function pathOf(folder: string): string {
  try {
    return realPath(folder);
  } catch {
    return folder;
  }
}

interface Change<Result> {
  readonly after: readonly TrustedFolder[];
  readonly result: Result;
}

async function change<Result>(
  machine: Machine,
  decide: (before: readonly TrustedFolder[]) => Change<Result>,
): Promise<Result> {
  const file = trustFile(machine);
  return await withFileLock(file, async () => {
    const before = readTrustedFolders(machine);
    const { after, result } = decide(before);
    if (after !== before) await replaceUserFile(file, `${JSON.stringify(after, null, 2)}\n`, 0o600);
    return result;
  });
}
