import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readPages } from '../helpers/doc-pages.ts';
import { readSources, resolveImport } from './read-imports.ts';
import { FLOORS } from './floors.ts';

const pages = readPages();
const architecture = pages.find(({ path }) => path === 'docs/architecture.md')?.text ?? '';
const sources = ['src', 'commands'].flatMap((folder) => readSources('.', folder));
const imports = new Map(
  sources.map((file) => [file.path, file.imports.flatMap((specifier) => resolveImport(file, specifier) ?? [])]),
);

/** Where a process, or the built program, begins. */
const ENTRIES = /\/(?:start-server|host-process|run-main|run-found)\.ts$/;

/** Files that the examples of docs/contributing.md would add. */
const EXAMPLES = /\/(?:describe|is-short|NNNN-app-notes)\.ts$|\/release-0\.2\.0$/;

/** The files of each walk, in their order, by the walk's title. */
function readWalks(text: string): [title: string, files: string[]][] {
  return text
    .split(/^### /m)
    .slice(1)
    .map((part) => [part.split('\n')[0] ?? '', [...part.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file)]);
}

/** All that files import, at any depth. */
function reach(from: readonly string[]): Set<string> {
  const reached = new Set(from);
  for (const file of reached) for (const next of imports.get(file) ?? []) reached.add(next);
  return reached;
}

test('every file and folder that a page names is there', () => {
  const named = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:src|commands|test|bin)\/[\w./-]*\w)\/?`/g)].map(([, file = '']) => ({ path, file })),
  );
  expect(named.length).toBeGreaterThan(80);
  const missing = named.filter(({ file }) => !EXAMPLES.test(file) && !existsSync(resolve(file)));
  expect(missing.map(({ path, file }) => `${path}: ${file}`)).toEqual([]);
});

test('the table of floors is the one that the layer test holds', () => {
  const floors = new Map(
    [...architecture.matchAll(/^\| `([a-z-]+)` \| .+ \| (.+) \|$/gm)].map(([, floor = '', names = '']) => [
      floor,
      names,
    ]),
  );
  for (const [floor, allowed] of Object.entries(FLOORS)) {
    const listed = floors.get(floor) ?? '';
    const names = listed === 'nothing' ? [] : listed.split(', ').toSorted();
    expect([floor, names]).toEqual([floor, [...allowed].toSorted()]);
  }
});

test('there are five walks, and commands, the service and the bundle take part in them', () => {
  const walks = readWalks(architecture);
  expect(walks.map(([title]) => title)).toEqual([
    '`wf variants list`',
    '`wf deploy`',
    '`POST /variants/from-base`',
    'One row of `wf eval run`',
    'A call of a hosted route',
  ]);
  expect(walks.filter(([, files]) => files.length < 10 || files.length > 20)).toEqual([]);
});

test.each(readWalks(architecture))('each file of the walk %s is imported on the way to it', (_title, files) => {
  // Commands reach the service through its interface, the service a bundle through a process: both begin anew.
  const entries = [...imports.keys()].filter((file) => ENTRIES.test(file));
  const unreached = files.filter(
    (file, index) => file.startsWith('src/') && !reach([...entries, ...files.slice(0, index)]).has(file),
  );
  expect(unreached).toEqual([]);
});
