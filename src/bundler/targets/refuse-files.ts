import type { Metafile } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findReferences, normalizeModule } from '../carry/find-references.ts';
import { loaderOf, USES_PLACE } from '../carry/module-urls.ts';
import { refuseFiles } from '../carry/refuse-file.ts';
import { isInside } from '../files/package-folder.ts';
import { resolveReferences } from '../carry/resolve-references.ts';

export interface RefuseFilesOptions {
  /** Real path of the project's folder. */
  readonly root: string;
  /** Patterns of files to carry, from the project file. */
  readonly patterns: readonly string[];
  readonly platform: string;
  /** Folders of the running package. */
  readonly ownFolders: readonly string[];
}

/**
 * Refuses files that a platform without a file system cannot read: those of the project file, and those that the
 * author's modules name, also in packages of the same workspace. What installed packages name, they may not need there.
 *
 * @throws {WF_BUILD_FAILED} with the first such file
 */
export async function refuseFilesOf(metafile: Metafile, options: RefuseFilesOptions): Promise<void> {
  const { root, patterns, platform, ownFolders } = options;
  const [pattern] = patterns;
  if (pattern !== undefined) throw refused(`${platform} have no file system, but "files" has ${pattern}`);
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  const modules = inputs.filter((input) => /\.[cm]?[jt]sx?$/.test(input) && !/(^|\/)node_modules\//.test(input));
  for (const input of modules) {
    const file = resolve(root, input);
    if (ownFolders.some((folder) => isInside(folder, file))) continue;
    // The generated entry is not a file.
    const source = await readFile(file, 'utf8').catch(() => '');
    const code = USES_PLACE.test(source) ? await normalizeModule(source, loaderOf(file)) : null;
    if (code === null) continue;
    const { files } = await resolveReferences(root, [{ file, source, references: findReferences(code) }]);
    const [first] = files;
    if (first !== undefined) throw refused(`${platform} have no file system, but ${input} reads ${first.path}`);
  }
}

function refused(sentence: string) {
  return refuseFiles(
    `${sentence}.`,
    "Import it, which makes it part of the code: import prompt from './prompt.md', or with { type: 'bytes' }",
    'wf build --target container',
  );
}
