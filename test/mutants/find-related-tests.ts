import { readSources, resolveImport } from '../architecture/read-imports.ts';

/** Tests that a change of a file may affect. */
export interface RelatedTests {
  /** Tests of the file and of its parent folders, nearest first; they notice most changes. */
  readonly own: readonly string[];
  /** The nearest other tests that import it, directly or not. */
  readonly others: readonly string[];
}

/** Builds the import graph, and finds the unit and property tests of a file with it. */
export function createTestFinder(root: string): (path: string) => RelatedTests {
  const sources = ['src', 'commands', 'test'].flatMap((folder) => readSources(root, folder));
  const importers = new Map<string, string[]>();
  for (const source of sources) {
    for (const specifier of source.imports) {
      const imported = resolveImport(source, specifier);
      if (imported !== null) importers.set(imported, [...(importers.get(imported) ?? []), source.path]);
    }
  }
  return (path) => {
    const reached = new Set([path]);
    for (const one of reached) for (const importer of importers.get(one) ?? []) reached.add(importer);
    const tests = [...reached].filter((one) => TEST.test(one));
    const own = tests.filter((test) => isTestOf(test, path)).toSorted((a, b) => b.length - a.length);
    return { own, others: tests.filter((test) => !own.includes(test)).slice(0, MOST) };
  };
}

/** More distant tests notice hardly anything, and take minutes for files that everything imports. */
const MOST = 40;

/** Windows tests are in a separate vitest project, which replaces some of Node's modules. */
const TEST = /^test\/(unit|property(?!\/windows))\/.*\.test\.tsx?$/;

/** `test/unit/service/variants.test.ts` tests the whole folder `src/service/variants`. */
function isTestOf(test: string, path: string): boolean {
  return `${nameOf(path)}/`.startsWith(`${nameOf(test)}/`);
}

function nameOf(path: string): string {
  return path.replace(/^(src|test\/unit)\//, '').replace(/(\.test)?\.tsx?$/, '');
}
