import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSources, resolveImport } from '../architecture/read-imports.ts';
import type { Mutant } from './find-mutants.ts';
import { findFunction, type RecordedCalls } from './record-calls.ts';

/** Tests that a mutant may affect, in the order to run them. */
export interface RelatedTests {
  /** Tests of the file and of its parent folders, nearest first; they notice most changes. */
  readonly own: readonly string[];
  /** Other tests that are over soon. */
  readonly quick: readonly string[];
  readonly slow: readonly string[];
}

export type Change = Pick<Mutant, 'path' | 'start'>;

/**
 * Finds the tests that called a mutant's function when the calls were recorded. The import graph decides where nothing was
 * recorded: code that runs at import, and functions that only other processes call.
 */
export function createTestFinder(root: string, records: readonly RecordedCalls[]): (change: Change) => RelatedTests {
  const findImporters = createImporterFinder(root);
  const callers = invert(records, ({ calls }) => calls);
  const fileCallers = invert(records, ({ calls }) => [...new Set(calls.map(pathOf))]);
  const atImport = new Set(records.flatMap((record) => record.atImport));
  const durations = new Map(records.map(({ test, durationMs }) => [test, durationMs]));
  const isQuick = (test: string) => (durations.get(test) ?? 0) < QUICK_MS;

  const findOthers = ({ path, start }: Change, importers: readonly string[]): readonly string[] => {
    const called = findFunction(path, readFileSync(join(root, path), 'utf8'), start);
    if (called !== null && !atImport.has(called) && callers.has(called)) return callers.get(called) ?? [];
    return [...new Set([...(fileCallers.get(path) ?? []), ...importers.slice(0, MOST)])];
  };
  return (change) => {
    const importers = findImporters(change.path);
    const own = importers.filter((test) => isTestOf(test, change.path)).toSorted((a, b) => b.length - a.length);
    const others = findOthers(change, importers).filter((test) => !own.includes(test));
    return { own, quick: others.filter(isQuick), slow: others.filter((test) => !isQuick(test)) };
  };
}

const QUICK_MS = 1000;

/** More distant tests notice hardly anything, and take minutes for files that everything imports. */
const MOST = 40;

/** Finds the tests that import a file, directly or not, nearest first. */
export function createImporterFinder(root: string): (path: string) => string[] {
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
    return [...reached].filter((one) => TEST.test(one));
  };
}

/** Windows tests are in a separate vitest project, which replaces some of Node's modules. */
const TEST = /^test\/(unit|property(?!\/windows))\/.*\.test\.tsx?$/;

/** `test/unit/service/variants.test.ts` tests the whole folder `src/service/variants`. */
function isTestOf(test: string, path: string): boolean {
  return `${nameOf(path)}/`.startsWith(`${nameOf(test)}/`);
}

function nameOf(path: string): string {
  return path.replace(/^(src|test\/unit)\//, '').replace(/(\.test)?\.tsx?$/, '');
}

function pathOf(call: string): string {
  return call.slice(0, call.lastIndexOf(':'));
}

function invert(records: readonly RecordedCalls[], keysOf: (record: RecordedCalls) => readonly string[]) {
  const inverted = new Map<string, string[]>();
  for (const record of records) {
    for (const key of keysOf(record)) {
      const tests = inverted.get(key);
      if (tests === undefined) inverted.set(key, [record.test]);
      else tests.push(record.test);
    }
  }
  return inverted;
}
