import { glob, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { isInside } from '../files/package-folder.ts';
import type { FoundFile } from './carried-file.ts';
import { isSecretFile, LEFT_OUT, refuseFiles, requireFewFiles } from './refuse-file.ts';
import { toCarriedPath } from './to-carried-path.ts';

/**
 * Finds the files that `files` of the project file names. A pattern that begins with `!` leaves out what it matches.
 *
 * @param root - real path of the project's folder
 * @throws {WF_BUILD_FAILED} when a pattern matches nothing, too much, secrets, or files outside the project
 */
export async function expandGlobs(root: string, patterns: readonly string[]): Promise<FoundFile[]> {
  const excluded = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const found = new Map<string, FoundFile>();
  for (const pattern of patterns.filter((each) => !each.startsWith('!'))) {
    const files = await expand(root, pattern, excluded);
    if (files.length === 0) throw matchesNothing(pattern);
    for (const file of files) found.set(file.path, file);
    requireFewFiles(found.size, `"files" in the project file names`);
  }
  return [...found.values()];
}

async function expand(root: string, pattern: string, excluded: readonly string[]): Promise<FoundFile[]> {
  if (isAbsolute(pattern) || /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(pattern)) throw outside(`"files" has ${pattern}, which`);
  const found: FoundFile[] = [];
  const leftOut = LEFT_OUT.flatMap((folder) => [folder, `**/${folder}`, `${folder}/**`, `**/${folder}/**`]);
  for await (const path of glob(pattern, { cwd: root, exclude: [...leftOut, ...excluded] })) {
    const file = join(root, path);
    // A link that leads nowhere is no file.
    if ((await stat(file).catch(() => null))?.isFile() !== true) continue;
    const source = await realpath(file);
    if (!isInside(root, source)) throw outside(`${path} is a link that`);
    if (isSecretFile(path) || isSecretFile(source)) throw holdsSecrets(path, pattern);
    found.push({ source, path: toCarriedPath(root, file) });
    requireFewFiles(found.length, `"files" in the project file names ${pattern}, which matches`);
  }
  return found;
}

function matchesNothing(pattern: string): Error {
  const isLeftOut = new RegExp(
    `(?:^|/)(?:${LEFT_OUT.map((folder) => folder.replace('.', String.raw`\.`)).join('|')})(?:/|$)`,
  ).test(pattern);
  const reason = isLeftOut ? `, because ${LEFT_OUT.join(', ')} are never carried` : '';
  return refuseFiles(
    `"files" in the project file has ${JSON.stringify(pattern)}, which matches no file${reason}.`,
    'Correct the pattern, or remove it. It is relative to the project file; a * matches no name that begins with a dot.',
  );
}

function outside(subject: string): Error {
  return refuseFiles(
    `${subject} leaves the project: a bundle carries only files of the project.`,
    'Copy the file into the project, or read it from a store at run time.',
  );
}

function holdsSecrets(path: string, pattern: string): Error {
  return refuseFiles(
    `"files" in the project file has ${JSON.stringify(pattern)}, which matches ${path}. Such a file usually holds secrets, and everyone who may read the bundle would get it.`,
    `Add ${JSON.stringify(`!${path}`)} to "files", and set its values as variables: wf env vars set NAME`,
  );
}
