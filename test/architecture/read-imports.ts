import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** One source file with what it imports, types included. */
export interface SourceFile {
  /** Path below the root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

/** Reads every TypeScript file of a folder, if the folder exists. */
export function readSources(root: string, folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules'))
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(root, folder, path), 'utf8');
      return { path: `${folder}/${path.replaceAll('\\', '/')}`, text, imports: importsOf(text) };
    });
}

/** Resolves a relative import to a path below the root; `null` for a package. */
export function resolveImport(from: SourceFile, specifier: string): string | null {
  return specifier.startsWith('.') ? relative('.', join(dirname(from.path), specifier)).replaceAll('\\', '/') : null;
}

/** Lists the imports of a file that are not only of types. */
export function valueImportsOf({ text }: SourceFile): string[] {
  return importsOf(text.replaceAll(/^(?:import|export) type [^;]*;/gm, ''));
}

function importsOf(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  // `import x from 'a'`, `export * from 'a'`, `import 'a'`, `import('a')`, `typeof import('a')`.
  const pattern = /\b(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g;
  return [...code.matchAll(pattern)].map((match) => match[2] ?? '');
}
