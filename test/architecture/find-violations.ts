import { posix } from 'node:path';
import { CONFINED, FEATURES, FLOORS, NOT_FOR_BROWSERS, SHARED_FOLDERS } from './floors.ts';
import { resolveImport, type SourceFile, valueImportsOf } from './read-imports.ts';

/** Lists the imports that the table of floors forbids, one line each with both files. */
export function findForbiddenImports(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const floor = floorOf(file.path);
    return file.imports.flatMap((specifier) => {
      const target = resolveImport(file, specifier);
      const reason = target === null ? confinementOf(floor, specifier) : directionOf(floor, target);
      return reason === null ? [] : [`${file.path} → ${target ?? specifier}: ${reason}`];
    });
  });
}

/** Lists what the page would load that a browser does not have, each as the path of imports that leads there. */
export function findNotForBrowsers(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const visit = (file: SourceFile, trail: readonly string[]): string[] => {
    if (seen.has(file.path)) return [];
    seen.add(file.path);
    const path = [...trail, file.path];
    return valueImportsOf(file).flatMap((specifier) => {
      if (NOT_FOR_BROWSERS.test(specifier)) return [[...path, specifier].join(' → ')];
      const next = byPath.get(resolveImport(file, specifier) ?? '');
      return next === undefined ? [] : visit(next, path);
    });
  };
  return files.filter(({ path }) => floorOf(path) === 'playground').flatMap((file) => visit(file, []));
}

/** Lists the circles of imports between files, types included, each as the path around it. */
export function findFileCircles(files: readonly SourceFile[]): string[] {
  return findCircles(
    new Map(
      files.map((file) => [file.path, file.imports.flatMap((specifier) => resolveImport(file, specifier) ?? [])]),
    ),
  );
}

/**
 * Lists the circles between the children of each folder, at any depth. A child is a file or a folder; a folder imports
 * what any file in it imports.
 */
export function findFolderCircles(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const imports = files.flatMap((file) =>
    file.imports
      .map((specifier) => resolveImport(file, specifier))
      .filter((target) => target !== null && paths.has(target))
      .map((target) => [file.path, target ?? ''] as const),
  );
  return foldersOf(files).flatMap((folder) => {
    const graph = new Map<string, string[]>();
    for (const [from, to] of imports) {
      const child = childOf(folder, from);
      const other = childOf(folder, to);
      if (child === null || other === null || child === other) continue;
      graph.set(child, [...(graph.get(child) ?? []), other]);
    }
    return findCircles(graph).map((circle) => `${folder}: ${circle}`);
  });
}

/** Lists the folders with too many files. */
export function findFullFolders(paths: readonly string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > most).map(([folder, count]) => `${folder}: ${count} files`);
}

const STATEMENT = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(|\bsql(?:<[^>]*>)?`/;
const SQL_PLACES = /^src\/service\/(?:store\/|(?:.*\/)?queries(?:\.ts$|\/))/;

/** Lists the files with SQL outside the store and the queries of features. */
export function findScatteredSql(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path, text }) => path.startsWith('src/') && STATEMENT.test(text) && !SQL_PLACES.test(path))
    .map(({ path }) => path);
}

/** Lists the folders directly on a floor whose name is neither a feature's nor a declared shared folder's. */
export function findUnknownFolders(paths: readonly string[]): string[] {
  const unknown = paths.flatMap((path) => {
    const floor = path.startsWith('src/') ? path.split('/', 2).join('/') : floorOf(path);
    const shared = SHARED_FOLDERS[floor];
    const folder = childOf(floor, path);
    if (shared === undefined || folder === null || folder === posix.basename(path)) return [];
    return FEATURES.includes(folder) || shared.includes(folder) ? [] : [`${floor}/${folder}`];
  });
  return [...new Set(unknown)];
}

/** Finds unit tests in folders that the program does not have: a stranger looks for both under one name. */
export function findStrayTests(tests: readonly string[], program: readonly string[]): string[] {
  const folders = new Set(program.flatMap(ancestorsOf));
  return tests.filter((test) => {
    const folder = test.replace(/^test\/unit\//, '').replace(/\/?[^/]*$/, '');
    return !folders.has(folder) && !folders.has(`src/${folder}`);
  });
}

function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (node: string, trail: readonly string[]): void => {
    const start = trail.indexOf(node);
    if (start !== -1) circles.push([...trail.slice(start), node].join(' → '));
    if (start !== -1 || done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return [...new Set(circles)];
}

function foldersOf(files: readonly SourceFile[]): string[] {
  return [...new Set(files.flatMap(({ path }) => ancestorsOf(path)))].toSorted();
}

function ancestorsOf(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [folder, ...ancestorsOf(folder)];
}

function childOf(folder: string, path: string): string | null {
  return path.startsWith(`${folder}/`) ? (path.slice(folder.length + 1).split('/')[0] ?? null) : null;
}

function directionOf(floor: string, target: string): string | null {
  const other = floorOf(target);
  if (other === floor || FLOORS[floor]?.some((allowed) => target.startsWith(`src/${allowed}/`))) return null;
  return `${floor} may not import ${other}`;
}

function confinementOf(floor: string, specifier: string): string | null {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const allowed = CONFINED[name];
  return allowed === undefined || allowed.includes(floor) ? null : `${name} is only for ${allowed.join(', ')}`;
}

function floorOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'src' ? second : first;
}
