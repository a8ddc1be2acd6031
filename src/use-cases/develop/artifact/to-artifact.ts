import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { WorkflowBundle } from '../../../bundler/bundle/bundle-workflow.ts';
import { FILES_FOLDER } from '../../../foundation/working-folder.ts';
import {
  CODE_PART,
  PACKAGES_PART,
  toPackagesDocument,
  toPartsDocument,
} from '../../../contract/deployments/bundle-parts.ts';
import type { PackageList } from '../../../sandbox/packages/package-list.ts';
import type { BundledFile, Manifest, RouteSchema } from '../../../contract/deployments/route-schema.ts';

/** What a build stores at a service. */
export interface BuiltArtifact {
  /** Hash that names all of it. */
  readonly sha256: string;
  /** What is stored by content. The last one is what `sha256` names. */
  readonly parts: readonly BuiltPart[];
  /** Packages that it imports; `null`: none. */
  readonly packages: Pick<PackageList, 'external' | 'scripts'> | null;
}

export interface BuiltPart {
  readonly sha256: string;
  readonly size: number;
  read(this: void): Promise<Uint8Array>;
}

type ToArtifactOptions = Pick<WorkflowBundle, 'code' | 'sha256' | 'size' | 'files' | 'packages'>;

/** Returns what a bundle consists of: its code alone, or the code, its files, its list of packages, and the list of them all. */
export function toArtifact({ code, sha256, size, files, packages }: ToArtifactOptions): BuiltArtifact {
  const codePart: BuiltPart = { sha256, size, read: async () => await readFile(code) };
  if (files.length === 0 && packages === null) return { sha256, parts: [codePart], packages };
  const others = [
    ...files.map(({ path, bytes, ...file }) => ({ path: `${FILES_FOLDER}/${path}`, ...toPart(bytes, file.sha256) })),
    ...(packages === null ? [] : [{ path: PACKAGES_PART, ...toNewPart(toPackagesDocument(packages)) }]),
  ];
  const list = toPartsDocument([{ path: CODE_PART, sha256, size }, ...others]);
  const listPart = toNewPart(list);
  return { sha256: listPart.sha256, parts: withoutRepeats([codePart, ...others, listPart]), packages };
}

function toPart(bytes: Uint8Array, sha256: string): BuiltPart {
  return { sha256, size: bytes.byteLength, read: async () => bytes };
}

function toNewPart(bytes: Uint8Array): BuiltPart {
  return toPart(bytes, hash('sha256', bytes));
}

/** Two files may have the same content. */
function withoutRepeats(parts: readonly BuiltPart[]): BuiltPart[] {
  return [...new Map(parts.map((part) => [part.sha256, part])).values()];
}

interface ManifestParts {
  readonly app: string;
  readonly sha256: string;
  readonly version: string;
  readonly routes: RouteSchema[];
  /** The project's own evaluators; `null`: none. */
  readonly evaluators: {
    readonly artifact: Pick<BuiltArtifact, 'sha256'>;
    readonly schemas: readonly RouteSchema[];
  } | null;
  readonly files: readonly BundledFile[];
  readonly packages: PackageList | null;
}

/** Describes a build for those who deploy and run it; what it does not have is left out. */
export function toManifest({ app, sha256, version, routes, evaluators, files, packages }: ManifestParts): Manifest {
  return {
    format: 1,
    app,
    sha256,
    sdk_version: version,
    node_target: 'node24',
    routes,
    ...(evaluators !== null && {
      evaluators: { artifact_sha256: evaluators.artifact.sha256, schemas: [...evaluators.schemas] },
    }),
    ...(files.length > 0 && { files: [...files] }),
    ...(packages !== null && { packages: toVersions(packages) }),
  };
}

function toVersions({ external, packages }: PackageList): Record<string, string> {
  return Object.fromEntries(external.map((name) => [name, packages[`node_modules/${name}`]?.version ?? '']));
}
