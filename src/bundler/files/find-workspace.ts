import { load } from 'js-yaml';
import { readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, relative, sep } from 'node:path';
import { fieldOf } from '../../foundation/record.ts';

/**
 * Finds the workspace that a folder belongs to: a folder above it whose `package.json` or `pnpm-workspace.yaml` names it.
 *
 * @returns the root of the workspace; `null` if none above names the folder
 */
export function findWorkspace(folder: string): string | null {
  for (let root = dirname(folder); ; root = dirname(root)) {
    if (isMember(relative(root, folder).split(sep).join('/'), patternsOf(root))) return root;
    if (root === dirname(root)) return null;
  }
}

function isMember(path: string, patterns: readonly string[]): boolean {
  const matches = (pattern: string) => matchesGlob(path, pattern.replace(/^\.\//, '').replace(/\/+$/, ''));
  const [excluded, included] = [
    patterns.filter((pattern) => pattern.startsWith('!')),
    patterns.filter((pattern) => !pattern.startsWith('!')),
  ];
  return included.some(matches) && !excluded.some((pattern) => matches(pattern.slice(1)));
}

function patternsOf(root: string): readonly string[] {
  const pnpm = read(root, 'pnpm-workspace.yaml', load);
  const patterns = toPatterns(fieldOf(pnpm, 'packages'));
  if (patterns !== null) return patterns;
  const workspaces = fieldOf(read(root, 'package.json', JSON.parse), 'workspaces');
  return toPatterns(workspaces) ?? toPatterns(fieldOf(workspaces, 'packages')) ?? [];
}

function toPatterns(value: unknown): string[] | null {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null;
}

/** Returns `undefined` for a file that is missing or malformed: it names nobody. */
function read(root: string, name: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(readFileSync(join(root, name), 'utf8'));
  } catch {
    return undefined;
  }
}
