import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { packPackage } from './pack-package.ts';
import type { ProjectFile } from './project-file.ts';

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
