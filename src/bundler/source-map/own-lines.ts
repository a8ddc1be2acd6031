import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { relative, resolve, sep } from 'node:path';
import { isInside } from '../files/package-folder.ts';
import { PROJECT_SCHEME } from './find-author-position.ts';

/** What a source map says that is read here. */
interface ParsedMap {
  readonly sources: readonly string[];
  readonly names: readonly string[];
  readonly mappings: string;
}

export interface OwnLinesOptions {
  /** The whole source map of the bundle. */
  readonly map: Uint8Array;
  readonly root: string;
  /** What the sources in the map are relative to. */
  readonly outDir: string;
  /** The bundler's own entry, which is no file. */
  readonly stub: string;
}

/**
 * Writes the comment that gives a bundle the lines of the project's own files, so that a deployed workflow's stacks name
 * them, too. Packages are left out: their part is most of a source map, and more than the code itself.
 */
export function ownLinesComment({ map, root, outDir, stub }: OwnLinesOptions): string {
  // esbuild wrote it a moment ago, in the format every reader of source maps expects.
  const parsed = JSON.parse(Buffer.from(map).toString()) as ParsedMap;
  const sources = parsed.sources.map((source) => toProjectSource(source, { root, outDir, stub }));
  const content = JSON.stringify({ version: 3, ...compact(parsed, sources) });
  return `//# sourceMappingURL=data:application/json;base64,${Buffer.from(content).toString('base64')}\n`;
}

/** Names a file of the project by its place there; `null` for what came from elsewhere. */
function toProjectSource(source: string, { root, outDir, stub }: Omit<OwnLinesOptions, 'map'>): string | null {
  // Sources of the running package have an address instead of a path.
  if (source.includes('://')) return null;
  const path = relative(root, resolve(outDir, source)).split(sep).join('/');
  const isOwn = isInside(root, resolve(outDir, source)) && !/(^|\/)node_modules\//.test(path) && path !== stub;
  return isOwn ? `${PROJECT_SCHEME}${path}` : null;
}

/** Keeps what leads to a named source; where such a stretch ends, one mark says that what follows has none. */
function compact({ names, mappings }: ParsedMap, sources: readonly (string | null)[]) {
  const keptSources = createIndex<string>();
  const keptNames = createIndex<string>();
  // Readers look back beyond the start of a line, so a stretch goes on until something ends it.
  let isOpen = false;
  const lines = decode(mappings).map((segments) => {
    const kept: SourceMapSegment[] = [];
    for (const segment of segments) {
      const source = segment.length === 1 ? null : (sources[segment[1]] ?? null);
      if (segment.length === 1 || source === null) {
        if (isOpen) kept.push([segment[0]]);
        isOpen = false;
        continue;
      }
      isOpen = true;
      const place = [segment[0], keptSources.of(source), segment[2], segment[3]] as const;
      kept.push(segment.length === 5 ? [...place, keptNames.of(names[segment[4]] ?? '')] : [...place]);
    }
    return kept;
  });
  // Node takes a mark without a source for one with a source when nothing follows it; an empty line does.
  return { sources: keptSources.values(), names: keptNames.values(), mappings: encode([...lines, []]) };
}

/** Numbers values in the order in which they are first met. */
function createIndex<Value>() {
  const places = new Map<Value, number>();
  return {
    of(value: Value): number {
      const place = places.get(value) ?? places.size;
      places.set(value, place);
      return place;
    },
    values: () => [...places.keys()],
  };
}
