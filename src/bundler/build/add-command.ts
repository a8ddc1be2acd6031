import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const COMMANDS: readonly (readonly [lockFile: string, command: string])[] = [
  ['pnpm-lock.yaml', 'pnpm add'],
  ['yarn.lock', 'yarn add'],
  ['bun.lock', 'bun add'],
  ['bun.lockb', 'bun add'],
  ['package-lock.json', 'npm install'],
  ['npm-shrinkwrap.json', 'npm install'],
];

/** Returns what adds a package to a project, by the nearest lock file in its folder or above; without one, npm does. */
export function addCommand(root: string, name: string): string {
  const found = COMMANDS.find(([file]) => existsSync(join(root, file)));
  const parent = dirname(root);
  if (found === undefined && parent !== root) return addCommand(parent, name);
  return `${found?.[1] ?? 'npm install'} ${name}`;
}
