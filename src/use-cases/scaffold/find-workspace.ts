import { readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, relative, sep } from 'node:path';
import { load } from 'js-yaml';
import * as z from 'zod';
import { readManifest } from './read-manifest.ts';

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
  return pnpmPatterns(root) ?? readManifest(root)?.workspaces ?? [];
}

const PnpmWorkspace = z.object({ packages: z.array(z.string()).optional() });

function pnpmPatterns(root: string): readonly string[] | undefined {
  try {
    return PnpmWorkspace.parse(load(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'))).packages;
  } catch {
    return undefined;
  }
}
