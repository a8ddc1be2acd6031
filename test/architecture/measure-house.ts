/**
 * Prints the size of the house, and how many source files the five walks of docs/architecture.md execute:
 * `npm run house`, or `node test/architecture/measure-house.ts ROOT` for another checkout.
 */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { walkFigures } from './executed-files.ts';
import { readSources, resolveImport, type SourceFile } from './read-imports.ts';

const root = realpathSync(resolve(process.argv[2] ?? '.'));

print(sizeFigures([...readSources(root, 'src'), ...readSources(root, 'commands')]));
for await (const figure of walkFigures(root)) print([figure]);

function sizeFigures(files: readonly SourceFile[]): [string, string][] {
  const lengths = files.map(({ text }) => text.split('\n').length - 1).toSorted((a, b) => a - b);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const importing = files.reduce((sum, { text }) => sum + importLines(text), 0);
  return [
    ['files', String(files.length)],
    ['lines', String(total)],
    ['median lines of a file', String(lengths[Math.floor(lengths.length / 2)])],
    ['longest file', String(lengths.at(-1))],
    ['lines of imports', `${((100 * importing) / total).toFixed(1)} %`],
    ['files with one importer', String(countWithOneImporter(files))],
  ];
}

/** Counts the lines of static imports, which may be wrapped. */
function importLines(text: string): number {
  const statements = text.matchAll(/^import\s[^;]*;$/gm);
  return [...statements].reduce((sum, [statement]) => sum + statement.split('\n').length, 0);
}

function countWithOneImporter(files: readonly SourceFile[]): number {
  const importers = new Map<string, Set<string>>();
  for (const file of files) {
    for (const specifier of file.imports) {
      const target = resolveImport(file, specifier);
      if (target !== null) importers.set(target, (importers.get(target) ?? new Set()).add(file.path));
    }
  }
  return files.filter(({ path }) => importers.get(path)?.size === 1).length;
}

function print(figures: readonly (readonly [string, string])[]): void {
  for (const [name, value] of figures) console.log(`${name.padEnd(36)}${value.padStart(8)}`);
}
