import type { PartialMessage } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withAbove } from '../files/file-door.ts';

/** A file that another one names, other than by an import. */
export interface NamedFile {
  /** Absolute. */
  readonly file: string;
  /** Where it is named. */
  readonly location: NonNullable<PartialMessage['location']>;
}

const COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const EXTENDS = /"extends"\s*:\s*(?:"(?:[^"\\\n]|\\.)*"|\[[^\]]*\])/g;
const TEXT = /"((?:[^"\\\n]|\\.)*)"/g;

/** Finds the files that a `tsconfig.json` extends. */
export function findExtended(tsconfig: string): NamedFile[] {
  const source = readText(tsconfig);
  // Spaces in the place of comments keep the positions.
  const bare = source.replaceAll(COMMENT, (text) => (text.startsWith('"') ? text : text.replaceAll(/[^\n]/g, ' ')));
  return [...bare.matchAll(EXTENDS)].flatMap(({ 0: text, index }) =>
    [...text.matchAll(TEXT)].slice(1).flatMap(({ 1: name = '', index: offset }) => {
      const file = candidatesOf(dirname(tsconfig), unescape(name)).find((path) => existsSync(path));
      return file === undefined ? [] : [{ file, location: locate(tsconfig, source, index + offset) }];
    }),
  );
}

function unescape(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

function candidatesOf(folder: string, name: string): string[] {
  const isPath = isAbsolute(name) || /^\.{1,2}(?:[\\/]|$)/.test(name);
  const bases = isPath ? [resolve(folder, name)] : withAbove(folder).map((above) => join(above, 'node_modules', name));
  return bases.flatMap((base) => [`${base}.json`, join(base, 'tsconfig.json'), base]);
}

const MAP_COMMENT = /[#@][ \t]*sourceMappingURL=([^\s'"]+)/g;

/** Finds the source maps that comments of a module name: the bundler follows them. */
export function findSourceMaps(module: string): NamedFile[] {
  if (!/\.(?:[cm]?[jt]sx?|css)$/.test(module)) return [];
  const source = readText(module);
  return [...source.matchAll(MAP_COMMENT)].flatMap(({ 1: address = '', index }) =>
    [...new Set([resolve(dirname(module), address), toPath(address, module)])].flatMap((file) =>
      file !== null && existsSync(file) ? [{ file, location: locate(module, source, index) }] : [],
    ),
  );
}

function toPath(address: string, module: string): string | null {
  const url = URL.parse(address, pathToFileURL(module).href);
  try {
    return url?.protocol === 'file:' ? fileURLToPath(url) : null;
  } catch {
    return null;
  }
}

function locate(file: string, source: string, index: number): NamedFile['location'] {
  const before = source.slice(0, index).split('\n');
  const line = before.length;
  return { file, line, column: Buffer.byteLength(before.at(-1) ?? ''), lineText: source.split('\n')[line - 1] ?? '' };
}

/** Returns an empty text for a file that cannot be read, which the bundler reports. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
