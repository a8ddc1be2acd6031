import { SourceMap } from 'node:module';
import { join, relative, resolve, sep } from 'node:path';
import type { SourcePosition } from '../build/draw-code-frame.ts';
import { NOWHERE } from './target.ts';

/** The result of a build, and what it was built from. */
export interface BuiltSources {
  readonly root: string;
  /** The files of the result, by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** A position in a module of a result, as stacks have it. */
export interface BuiltPosition {
  /** Its path in the result. */
  readonly module: string;
  readonly line: number;
  readonly column: number;
}

/** Finds the position in the sources by the module's source map; `null`: there is none. */
export function findSource({ module, line, column }: BuiltPosition, built: BuiltSources): SourcePosition | null {
  const bytes = built.files.get(`${module}.map`);
  if (bytes === undefined) return null;
  // esbuild has just written it, in the standard format.
  const map = new SourceMap(JSON.parse(Buffer.from(bytes).toString()));
  const origin = map.findOrigin(line, column);
  if (!('fileName' in origin)) return null;
  const source = resolve(join(built.root, NOWHERE, module), '..', origin.fileName);
  const file = relative(built.root, source).split(sep).join('/');
  return { file, line: origin.lineNumber, column: origin.columnNumber };
}
