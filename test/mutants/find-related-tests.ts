import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSources, resolveImport } from '../architecture/read-imports.ts';
import type { Mutant } from './find-mutants.ts';
import { findFunction, type RecordedCalls } from './record-calls.ts';

/** Test files that run together. */
export interface TestGroup {
  readonly tests: readonly string[];
  /** How long they took when their calls were recorded. */
  readonly durationMs: number;
}

/** Tests that a mutant may affect, in the order to run them. */
export interface RelatedTests {
  /** Tests that take little processor time, the shortest first. */
  readonly quick: TestGroup;
  /** Those of the others that take the least; they play whole commands. */
  readonly slow: TestGroup;
}

export type Change = Pick<Mutant, 'path' | 'start'>;

/**
 * Finds the tests that called a mutant's function when the calls were recorded. The import graph decides where nothing was
 * recorded: code that runs at import, and functions that only other processes call.
 */
export function createTestFinder(root: string, records: readonly RecordedCalls[]): (change: Change) => RelatedTests {
  const findImporters = createImporterFinder(root);
  const failing = new Set(records.filter(({ hasFailed }) => hasFailed).map(({ test }) => test));
  const callers = invert(records, ({ calls }) => calls);
  const fileCallers = invert(records, ({ calls }) => [...new Set(calls.map(pathOf))]);
  const atImport = new Set(records.flatMap((record) => record.atImport));
  const known = new Map(records.map((record) => [record.test, record]));
  const cpuOf = (test: string) => known.get(test)?.cpuMs ?? 0;
  const toGroup = (tests: readonly string[]): TestGroup => ({
    tests,
    durationMs: sum(tests.map((test) => known.get(test)?.durationMs ?? 0)),
  });

  const findRelated = ({ path, start }: Change): readonly string[] => {
    const called = findFunction(path, readFileSync(join(root, path), 'utf8'), start);
    if (called !== null && !atImport.has(called) && callers.has(called)) return callers.get(called) ?? [];
    return [...new Set([...(fileCallers.get(path) ?? []), ...findImporters(path).slice(0, MAX_IMPORTERS)])];
  };
  return (change) => {
    const related = findRelated(change)
      .filter((test) => !failing.has(test))
      .toSorted((a, b) => cpuOf(a) - cpuOf(b));
    const quick = related.filter((test) => cpuOf(test) < QUICK_MS);
    const slow = related.slice(quick.length);
    const lasts = slow.findIndex((_, index) => sum(slow.slice(0, index + 1).map(cpuOf)) > MAX_SLOW_MS);
    return {
      quick: toGroup(quick),
      slow: toGroup(lasts === -1 ? slow : slow.slice(0, Math.max(1, lasts))),
    };
  };
}

const QUICK_MS = 1000;

/**
 * A mutant that only longer tests notice counts as survived: people wait for `npm run mutants`. It is processor time, so
 * that a busy machine finds the same.
 */
const MAX_SLOW_MS = 40_000;

/** More distant tests notice hardly anything, and take minutes for files that everything imports. */
const MAX_IMPORTERS = 40;

/** Finds the tests that import a file, directly or not, nearest first. */
export function createImporterFinder(root: string): (path: string) => string[] {
  const sources = ['src', 'commands', 'test'].flatMap((folder) => readSources(root, folder));
  const importers = new Map<string, string[]>();
  const programs = new Set(sources.map(({ path }) => path));
  const commands = sources.map(({ path }) => path).filter((path) => path.startsWith('commands/'));
  for (const source of sources) {
    const paths = source.imports.map((specifier) => resolveImport(source, specifier)).filter((path) => path !== null);
    const named = [...source.text.matchAll(PROGRAM)].map(([, name = '']) => `src/${name}`);
    const started = named.filter((path) => programs.has(path));
    const imported = [...paths, ...started, ...(paths.includes(COMMAND_LIST) ? commands : [])];
    for (const path of imported) importers.set(path, [...(importers.get(path) ?? []), source.path]);
  }
  return (path) => {
    const reached = new Set([path]);
    for (const one of reached) for (const importer of importers.get(one) ?? []) reached.add(importer);
    return [...reached].filter((one) => TEST.test(one));
  };
}

/** A program that is started by its path below `src`, in a process or a thread. */
const PROGRAM = /'([\w./-]+\.tsx?)'/g;

/** Tests that import this import every command by it. */
const COMMAND_LIST = 'bin/list-commands.ts';

/** Tests that run the sources in their own process. Windows tests replace some of Node's modules. */
const TEST = /^test\/(unit|property(?!\/windows)|conformance\/(service|others))\/.*\.test\.tsx?$/;

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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
