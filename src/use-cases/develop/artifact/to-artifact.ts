import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { FILES_FOLDER, type CarriedFile } from '../../../bundler/carry/carried-file.ts';
import { CODE_PART, toPartsDocument } from '../../../contract/deployments/bundle-parts.ts';

/** What a build stores at a service. */
export interface BuiltArtifact {
  /** Hash that names all of it. */
  readonly sha256: string;
  /** What is stored by content. The last one is what `sha256` names. */
  readonly parts: readonly BuiltPart[];
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
}

/** Returns what a bundle consists of: its code alone, or the code, its files and the list of them. */
export function toArtifact({ code, sha256, size, files }: ToArtifactOptions): BuiltArtifact {
  const codePart: BuiltPart = { sha256, size, read: async () => await readFile(code) };
  if (files.length === 0) return { sha256, parts: [codePart] };
  const fileParts = files.map(({ bytes, ...file }) => toPart(bytes, file.sha256));
  const list = toPartsDocument([
    { path: CODE_PART, sha256, size },
    ...files.map((file) => ({
      path: `${FILES_FOLDER}/${file.path}`,
      sha256: file.sha256,
      size: file.bytes.byteLength,
    })),
  ]);
  const listHash = createHash('sha256').update(list).digest('hex');
  return { sha256: listHash, parts: withoutRepeats([codePart, ...fileParts, toPart(list, listHash)]) };
}

function toPart(bytes: Uint8Array, sha256: string): BuiltPart {
  return { sha256, size: bytes.byteLength, read: async () => bytes };
}

/** Two files may have the same content. */
function withoutRepeats(parts: readonly BuiltPart[]): BuiltPart[] {
  return [...new Map(parts.map((part) => [part.sha256, part])).values()];
}
