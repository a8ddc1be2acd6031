import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isWfError, messageOf, UserError } from '../../foundation/errors/wf-error.ts';
import { replaceFile } from '../../foundation/replace-file.ts';
import type { JoinPlan } from './plan-join.ts';

/**
 * Carries out a plan: writes the new files, and `package.json` last. A failure removes what was written.
 *
 * @throws {UserError} WF_CONFLICT when a file appeared, or `package.json` changed, since the plan; WF_FAILED when a file
 * cannot be written
 */
export async function joinPackage({ dir, files, manifest }: JoinPlan): Promise<void> {
  const written: string[] = [];
  const target = join(dir, 'package.json');
  try {
    if ((await readFile(target, 'utf8')) !== manifest.before) throw changed(target);
    for (const { path, content } of files) {
      const file = join(dir, path);
      const created = await mkdir(dirname(file), { recursive: true });
      if (created !== undefined) written.push(created);
      await writeFile(file, content, { flag: 'wx' });
      written.push(file);
    }
    await replaceFile(target, manifest.after);
  } catch (error) {
    for (const path of written.toReversed()) await rm(path, { recursive: true, force: true });
    throw toUserError(dir, error);
  }
}

function changed(target: string): UserError {
  return new UserError({ code: 'WF_CONFLICT', message: `${target} changed since the plan. Nothing was changed.` });
}

function toUserError(dir: string, cause: unknown): UserError {
  if (isWfError(cause)) return cause;
  const reason = messageOf(cause);
  return new UserError({ code: 'WF_FAILED', message: `Cannot join ${dir}: ${reason}. Nothing was changed.`, cause });
}
