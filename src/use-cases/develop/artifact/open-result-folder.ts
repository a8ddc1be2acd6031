import { cp, mkdir, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Manifest } from '../../../contract/deployments/route-schema.ts';
import { parseJson } from '../../../contract/validation/parse-json.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { describedBy } from '../../files/output/output-error.ts';

/** The folder of a target's result, which is prepared in another one, so that nobody sees half a build. */
export interface ResultFolder extends AsyncDisposable {
  /** Real path of the folder in which it is prepared. */
  readonly prepared: string;
  /** @param packages - folder of packages that the code finds until it is published; `null`: none */
  write(this: void, files: ReadonlyMap<string, Uint8Array>, packages: string | null): Promise<void>;
  /** Puts the result in the place of an earlier one. @param packages - folder of packages to copy; `null`: none */
  publish(this: void, packages: string | null): Promise<void>;
}

/** Marks a folder as an earlier build. */
export const MANIFEST_FILE = 'manifest.json';

const MODULES = 'node_modules';

/**
 * Opens the folder of a target's result.
 *
 * @throws {WF_FOLDER_NOT_EMPTY} when the folder contains anything but an earlier build
 */
export async function openResultFolder(dir: string): Promise<ResultFolder> {
  await requireOwnFolder(dir);
  const described = describedBy(dir);
  const temporary = `${dir}.${process.pid}.tmp`;
  await described(mkdir(temporary, { recursive: true }));
  const modules = join(temporary, MODULES);
  return {
    prepared: await realpath(temporary),
    write: async (files, packages) =>
      await described(
        Promise.all([
          writeFiles(temporary, files),
          packages === null ? null : symlink(join(packages, MODULES), modules, 'junction'),
        ]),
      ).then(() => undefined),
    publish: async (packages) => {
      await rm(modules, { force: true });
      if (packages !== null) await described(cp(join(packages, MODULES), modules, { recursive: true }));
      await described(replaceFolder(temporary, dir));
    },
    [Symbol.asyncDispose]: async () => await rm(temporary, { recursive: true, force: true }),
  };
}

async function requireOwnFolder(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw refused(`Cannot write ${dir}: ${error.code === 'ENOTDIR' ? 'it is a file' : error.message}.`);
  });
  if (names.length === 0) return;
  const text = await readFile(join(dir, MANIFEST_FILE), 'utf8').catch(() => '');
  if (isManifest(text)) return;
  throw refused(`The folder ${dir} contains more than an earlier build: ${names.slice(0, 3).join(', ')}.`);
}

function isManifest(text: string): boolean {
  return Manifest.pick({ format: true }).safeParse(parseJson(text)).success;
}

function refused(message: string): UserError {
  return new UserError({ code: 'WF_FOLDER_NOT_EMPTY', message, nextSteps: ['wf build --target node --output dist'] });
}

async function writeFiles(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [path, contents] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
}

async function replaceFolder(temporary: string, dir: string): Promise<void> {
  const old = `${dir}.${process.pid}.old`;
  try {
    await rename(dir, old).catch(ignoreMissing);
    await rename(temporary, dir);
  } finally {
    await rm(old, { recursive: true, force: true });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
