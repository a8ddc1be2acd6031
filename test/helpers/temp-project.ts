import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export interface TempProject extends AsyncDisposable {
  readonly root: string;
  /** Absolute path of a file in the project. */
  path(file: string): string;
}

/** Writes files by path into a new temporary folder. */
export async function tempProject(files: Readonly<Record<string, string>> = {}): Promise<TempProject> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'wf-project-')));
  const path = (file: string) => join(root, file);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(path(file)), { recursive: true });
    await writeFile(path(file), text);
  }
  return { root, path, [Symbol.asyncDispose]: async () => await rm(root, { recursive: true, force: true }) };
}

/** Links packages of this checkout into a project instead of installing them. */
export async function linkPackages(root: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const link = join(root, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(resolve('node_modules', name), link, 'junction');
  }
}
