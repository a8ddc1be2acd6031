import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, parse, relative, sep } from 'node:path';
import type { BuildResult, Message, Metafile, Plugin } from 'esbuild';

/** What Yarn's Plug'n'Play writes instead of `node_modules`. esbuild follows it for every module of a build. */
export interface PackageMap {
  readonly file: string;
  /** Whether the project is one of the map's own. Another one in that folder has `node_modules`, or a map that is missing. */
  readonly isOwn: boolean;
}

const MAP = '.pnp.cjs';
/** Has the map's data, unless that is in the map itself. */
const DATA = '.pnp.data.json';

/**
 * Finds the map of packages in a project's folder or above; `null`: there is none.
 *
 * @param root - real path of the project
 */
export async function findPackageMap(root: string): Promise<PackageMap | null> {
  const home = findAbove(root, MAP);
  if (home === null) return null;
  const file = join(home, MAP);
  const located = relative(home, findAbove(root, 'package.json') ?? home).split(sep);
  const texts = await Promise.all(
    [DATA, MAP].map(async (name) => await readFile(join(home, name), 'utf8').catch(() => '')),
  );
  return { file, isOwn: texts.some((text) => lists(text, located.join('/'))) };
}

function findAbove(folder: string, name: string): string | null {
  if (existsSync(join(folder, name))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : findAbove(parent, name);
}

/** The map is a program of its project: its text is searched, and nothing of it runs. */
function lists(text: string, folder: string): boolean {
  const location = JSON.stringify(folder === '' ? './' : `./${folder}/`);
  return text.includes(`"packageLocation": ${location}`) || text.includes(`"packageLocation":${location}`);
}

/**
 * Creates a plugin that keeps esbuild from following the map of another project around this one, which hides the
 * packages in this one's `node_modules`. esbuild looks for a map from its working folder upwards and has no setting to
 * turn that off, so it works in the file system's root; the paths that it reports are then converted.
 *
 * @param root - real path of the project
 */
export function leaveForeignMap(root: string, map: PackageMap | null): Plugin[] {
  if (map === null || map.isOwn) return [];
  return [
    {
      name: 'wf-leave-foreign-map',
      setup(build) {
        const { root: top } = parse(root);
        build.initialOptions.absWorkingDir = top;
        const toPath: Convert = (path) => (isFile(path) ? relative(root, join(top, path)).split(sep).join('/') : path);
        build.onEnd((result) => convert(result, toPath));
      },
    },
  ];
}

type Convert = (path: string) => string;

/** Modules of plugins, and those that a package turns off, have a prefix. */
function isFile(path: string): boolean {
  return !/^(?:[\w-]{2,}|\(disabled\)):/.test(path);
}

function convert(result: BuildResult, toPath: Convert): void {
  for (const message of [...result.errors, ...result.warnings]) convertMessage(message, toPath);
  if (result.metafile !== undefined) convertMetafile(result.metafile, toPath);
}

function convertMessage({ location, notes }: Message, toPath: Convert): void {
  for (const one of [location, ...notes.map((note) => note.location)]) {
    if (one !== null) one.file = toPath(one.file);
  }
}

function convertMetafile({ inputs, outputs }: Metafile, toPath: Convert): void {
  rename(inputs, toPath);
  rename(outputs, toPath);
  for (const { imports } of [...Object.values(inputs), ...Object.values(outputs)]) {
    for (const one of imports) if (one.external !== true) one.path = toPath(one.path);
  }
  for (const output of Object.values(outputs)) {
    rename(output.inputs, toPath);
    if (output.entryPoint !== undefined) output.entryPoint = toPath(output.entryPoint);
  }
}

function rename<Value>(record: Record<string, Value>, toPath: Convert): void {
  for (const [path, value] of Object.entries(record)) {
    delete record[path];
    record[toPath(path)] = value;
  }
}
