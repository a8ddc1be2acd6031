import { glob, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import * as z from 'zod';
import type { ProjectFile } from './place-files.ts';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { Pack } from 'tar-stream';
import { UserError } from '../../foundation/errors/wf-error.ts';

/** How a project depends on the wf that creates it. */
export interface PackageReference {
  /** For `dependencies` in `package.json`. */
  readonly wf: string;
  /** Files that the reference needs in the project. */
  readonly files: readonly ProjectFile[];
}

const OwnManifest = z.object({
  name: z.string(),
  version: z.string(),
  private: z.boolean().default(false),
  files: z.array(z.string()).default([]),
});

/**
 * Until the package is published its bare name may be somebody else's, so a project carries a private package along as a
 * tarball: it can be copied, moved and installed by a build machine. A published one is referred to by its exact version.
 *
 * @param root - folder of the running package
 */
export async function referToPackage(root: string): Promise<PackageReference> {
  const own = OwnManifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  if (!own.private) return { wf: own.version, files: [] };
  const path = `vendor/${own.name}-${own.version}.tgz`;
  return { wf: `file:${path}`, files: [{ path, content: await packPackage(root, own.files) }] };
}

/** What npm puts into every package. */
const ALWAYS = ['package.json', 'README.md', 'LICENSE'];

/** Left by trying out a template in place. */
const GENERATED = new Set(['node_modules', '.wf', '.git']);

/** The time that npm gives to every file, so that equal files make equal tarballs. */
const TIME = new Date('1985-10-26T08:15:00.000Z');

/**
 * Packs an installed package, or a built checkout, as `npm pack` does. Equal files give equal bytes.
 *
 * @param root - folder of the package
 * @param patterns - `files` of its `package.json`
 * @throws {UserError} WF_FAILED when a file that it publishes is missing, as in a checkout that was not built
 */
export async function packPackage(root: string, patterns: readonly string[]): Promise<Uint8Array> {
  const paths = await listPublished(root, patterns);
  const { default: tar } = await import('tar-stream');
  const pack = tar.pack();
  const packed = buffer(pack.pipe(createGzip()));
  for (const path of paths) await addFile(pack, root, path);
  pack.finalize();
  return await packed;
}

async function addFile(pack: Pack, root: string, path: string): Promise<void> {
  const content = await readFile(join(root, path));
  const { mode } = await stat(join(root, path));
  const name = `package/${path}`;
  await new Promise<void>((done, failed) => {
    pack.entry({ name, mtime: TIME, mode: (mode & 0o111) === 0 ? 0o644 : 0o755 }, content, (error) => {
      if (error == null) done();
      else failed(error);
    });
  });
}

async function listPublished(root: string, patterns: readonly string[]): Promise<string[]> {
  const found = await Promise.all(patterns.map(async (pattern) => await listMatches(root, pattern)));
  const missing = patterns.find((_, index) => found[index]?.length === 0);
  if (missing !== undefined) throw notBuilt(root, missing);
  const always = await Promise.all(ALWAYS.map(async (name) => await listMatches(root, name)));
  return [...new Set([...always, ...found].flat())].toSorted();
}

async function listMatches(root: string, pattern: string): Promise<string[]> {
  const paths: string[] = [];
  const exclude = ({ name }: { readonly name: string }) => GENERATED.has(name);
  for await (const entry of glob([pattern, `${pattern}/**`], { cwd: root, withFileTypes: true, exclude })) {
    if (entry.isFile())
      paths.push(
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .split(sep)
          .join('/'),
      );
  }
  return paths;
}

function notBuilt(root: string, missing: string): UserError {
  return new UserError({
    code: 'WF_FAILED',
    message: `Cannot pack wf from ${root} into the project: ${missing} is missing. A checkout of wf must be built first.`,
    nextSteps: [`npm run build --prefix ${root}`],
  });
}
