import { readSources, resolveImport } from '../architecture/read-imports.ts';

/** Tests that a change of a file may concern. */
export interface RelatedTests {
  /** The tests of the file itself and of the folders that hold it, which notice most changes: the nearest first. */
  readonly own: readonly string[];
  /** Others that import it, over however many files: the nearest. */
  readonly others: readonly string[];
}

/** Reads what imports what, and answers the unit and property tests of a file by it. */
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

/** What is further away notices hardly anything, and takes minutes for the files that everything imports. */
const MOST = 40;

/** Those of Windows stand in a project of their own, which replaces modules of Node's. */
const TEST = /^test\/(unit|property(?!\/windows))\/.*\.test\.tsx?$/;

/** `test/unit/service/variants.test.ts` tests the whole folder `src/service/variants`. */
function isTestOf(test: string, path: string): boolean {
  return `${nameOf(path)}/`.startsWith(`${nameOf(test)}/`);
}

function nameOf(path: string): string {
  return path.replace(/^(src|test\/unit)\//, '').replace(/(\.test)?\.tsx?$/, '');
}
