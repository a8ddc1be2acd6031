import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from './open-machine.ts';

/** What a user types for each package manager. */
export interface Manager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  /** Tells Yarn's two ways apart in titles and folders. */
  readonly title: string;
  readonly add: string;
  readonly wf: string;
  readonly install: string;
  /** Installs what the lock file says, as build machines do. */
  readonly frozen: string;
  readonly run: string;
  /** Settings in `.yarnrc.yml`. */
  readonly settings: string;
}

const YARN = {
  name: 'yarn',
  add: 'yarn add',
  wf: 'yarn wf',
  install: 'yarn install',
  frozen: 'yarn install --immutable',
  run: 'yarn run',
} as const;

/** Yarn's Plug'n'Play: packages stay in archives. */
export const PLUG_N_PLAY: Manager = { ...YARN, title: 'yarn-pnp', settings: 'nodeLinker: pnp\n' };

export const MANAGERS: readonly Manager[] = [
  {
    name: 'npm',
    title: 'npm',
    add: 'npm install',
    wf: 'npx wf',
    install: 'npm install',
    frozen: 'npm ci',
    run: 'npm run',
    settings: '',
  },
  {
    name: 'pnpm',
    title: 'pnpm',
    add: 'pnpm add',
    wf: 'pnpm wf',
    // As without CI=1, where the lock file may change.
    install: 'pnpm install --no-frozen-lockfile',
    frozen: 'pnpm install --frozen-lockfile',
    run: 'pnpm run',
    settings: '',
  },
  { ...YARN, title: 'yarn', settings: 'nodeLinker: node-modules\n' },
  PLUG_N_PLAY,
  {
    name: 'bun',
    title: 'bun',
    add: 'bun add',
    wf: 'bunx wf',
    install: 'bun install',
    frozen: 'bun install --frozen-lockfile',
    run: 'bun run',
    settings: '',
  },
];

/** Creates a folder with an empty package of a manager. */
export async function emptyPackage(
  machine: Machine,
  { name, settings }: Manager,
  folder: string,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const root = machine.path(folder);
  await mkdir(root, { recursive: true });
  const yarn = { '.yarnrc.yml': settings, 'yarn.lock': '' };
  const all = {
    'package.json': '{"name":"home","private":true,"type":"module"}\n',
    ...(name === 'yarn' ? yarn : {}),
    ...files,
  };
  for (const [path, text] of Object.entries(all)) await writeFile(join(root, path), text);
  return root;
}

/** Returns how a manager names a tarball. */
export function tarballSpec({ name }: Manager, tarball: string): string {
  return name === 'yarn' ? `wfkit@file:${tarball}` : tarball;
}

/** Returns the variables that send every manager to a registry. */
export function useRegistry(url: string): Record<string, string> {
  return {
    npm_config_registry: url,
    pnpm_config_registry: url,
    YARN_NPM_REGISTRY_SERVER: url,
    BUN_CONFIG_REGISTRY: url,
  };
}
