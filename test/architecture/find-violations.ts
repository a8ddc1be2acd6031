import { resolveImport, type SourceFile } from './read-imports.ts';
import { CONFINED, ROOMS } from './rooms.ts';

/** Lists the imports the table of rooms forbids, each as a line that names both ends. */
export function findForbiddenImports(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const room = roomOf(file.path);
    return file.imports.flatMap((specifier) => {
      const target = resolveImport(file, specifier);
      const reason = target === null ? confinementOf(room, specifier) : directionOf(room, target);
      return reason === null ? [] : [`${file.path} → ${target ?? specifier}: ${reason}`];
    });
  });
}

/** Lists the circles of imports, types included, each as the path around it. */
export function findCycles(files: readonly SourceFile[]): string[] {
  const graph = new Map(
    files.map((file) => [file.path, file.imports.flatMap((specifier) => resolveImport(file, specifier) ?? [])]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start !== -1) cycles.push([...trail.slice(start), path].join(' → '));
    if (start !== -1 || done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
}

function directionOf(room: string, target: string): string | null {
  const other = roomOf(target);
  if (other === room || ROOMS[room]?.includes(other)) return null;
  return `${room} may not import ${other}`;
}

function confinementOf(room: string, specifier: string): string | null {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const allowed = CONFINED[name];
  return allowed === undefined || allowed.includes(room) ? null : `${name} is only for ${allowed.join(', ')}`;
}

function roomOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'src' ? second : first;
}
