import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { relative, resolve, sep } from 'node:path';
import { isInside } from '../files/package-folder.ts';
import { PROJECT_SCHEME } from './find-author-position.ts';

/** The parts of a source map that are used here. */
interface ParsedMap {
  readonly sources: readonly string[];
  readonly names: readonly string[];
  readonly mappings: string;
}

export interface ProjectSourceMapOptions {
  /** The bundle's whole source map. */
  readonly map: Uint8Array;
  readonly root: string;
  /** Folder that the sources in the map are relative to. */
  readonly outDir: string;
  /** The generated entry, which is not a file. */
  readonly stub: string;
}

/**
 * Creates the inline source map of the project's own files, for the stacks of deployed workflows. It leaves packages
 * out: they are most of a source map, and larger than the code itself.
 */
export function projectSourceMapComment({ map, root, outDir, stub }: ProjectSourceMapOptions): string {
  // esbuild has just written it, in the standard format.
  const parsed = JSON.parse(Buffer.from(map).toString()) as ParsedMap;
  const sources = parsed.sources.map((source) => toProjectSource(source, { root, outDir, stub }));
  const content = JSON.stringify({ version: 3, ...compact(parsed, sources) });
  return `//# sourceMappingURL=data:application/json;base64,${Buffer.from(content).toString('base64')}\n`;
}

/** Converts a source to its path in the project; `null` for files outside it. */
function toProjectSource(source: string, { root, outDir, stub }: Omit<ProjectSourceMapOptions, 'map'>): string | null {
  // Sources of the running package have a URL instead of a path.
  if (source.includes('://')) return null;
  const path = relative(root, resolve(outDir, source)).split(sep).join('/');
  const isOwn = isInside(root, resolve(outDir, source)) && !/(^|\/)node_modules\//.test(path) && path !== stub;
  return isOwn ? `${PROJECT_SCHEME}${path}` : null;
}

/** Keeps the segments of named sources, and ends each run of them with one segment without a source. */
function compact({ names, mappings }: ParsedMap, sources: readonly (string | null)[]) {
  const sourceIndex = createIndex<string>();
  const nameIndex = createIndex<string>();
  // Readers also search earlier lines, so a run extends until a segment ends it.
  let isOpen = false;
  const lines = decode(mappings).map((segments) => {
    const retained: SourceMapSegment[] = [];
    for (const segment of segments) {
      const source = segment.length === 1 ? null : (sources[segment[1]] ?? null);
      if (segment.length === 1 || source === null) {
        if (isOpen) retained.push([segment[0]]);
        isOpen = false;
        continue;
      }
      isOpen = true;
      const mapped = [segment[0], sourceIndex.of(source), segment[2], segment[3]] as const;
      retained.push(segment.length === 5 ? [...mapped, nameIndex.of(names[segment[4]] ?? '')] : [...mapped]);
    }
    return retained;
  });
  // Node misreads a final segment without a source; an empty line after it prevents that.
  return { sources: sourceIndex.values(), names: nameIndex.values(), mappings: encode([...lines, []]) };
}

/** Numbers values in order of first occurrence. */
function createIndex<Value>() {
  const indexes = new Map<Value, number>();
  return {
    of(value: Value): number {
      const index = indexes.get(value) ?? indexes.size;
      indexes.set(value, index);
      return index;
    },
    values: () => [...indexes.keys()],
  };
}
