import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { FILES_FOLDER, type CarriedFile } from '../../../bundler/carry/carried-file.ts';
import {
  PACKAGES_PART,
  toPackagesDocument,
  CODE_PART,
  toPartsDocument,
} from '../../../contract/deployments/bundle-parts.ts';
import type { PackageList } from '../../../sandbox/packages/package-list.ts';

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

export interface ToArtifactOptions {
  /** Absolute path of the code. */
  readonly code: string;
  readonly sha256: string;
  readonly size: number;
  readonly files: readonly CarriedFile[];
  /** Packages that it imports; `null`: none. */
  readonly packages: PackageList | null;
}

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
