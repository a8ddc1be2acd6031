import type { OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import { createRequire } from 'node:module';
import type { BundlePaths } from '../build/bundle-options.ts';
import { basename, dirname, join } from 'node:path';
import { isInside, packageFolderOf } from '../files/package-folder.ts';
import { findPackageMap, leaveForeignMap } from '../files/find-package-map.ts';
import { readFile, realpath } from 'node:fs/promises';

type ResolveSdkOptions = Pick<BundlePaths, 'root' | 'aliases'>;

/**
 * Creates plugins that resolve imports so that a bundle contains one zod, whatever is in `node_modules`: the SDK uses
 * the project's, and a project without installed packages uses the SDK's.
 *
 * If both are already the same copy, as after an installation from a registry, no plugin is needed. Each import that a
 * plugin handles costs a round trip between esbuild's process and this one, on the critical path of the build.
 */
export async function resolveSdk({ root, aliases }: ResolveSdkOptions): Promise<Plugin[]> {
  const map = await findPackageMap(root);
  const zod = await resolveZod({ root, aliases });
  if (map === null || map.isOwn) return zod;
  const own = Object.values(aliases)
    .map(packageFolderOf)
    .filter((folder) => isInside(dirname(map.file), folder));
  return [...leaveForeignMap(root, map), ...zod, ...own.slice(0, 1).map(findOwn)];
}

async function resolveZod({ root, aliases }: ResolveSdkOptions): Promise<Plugin[]> {
  const folders = [...new Set(Object.values(aliases).map(packageFolderOf))];
  const [projects, ...sdks] = await Promise.all([root, ...folders].map(findInstalledZod));
  if (!projects) return folders.slice(0, 1).map((folder) => lendZod(folder));
  const replaced = folders.filter((_folder, index) => {
    const zod = sdks[index];
    return !zod || (zod.folder !== projects.folder && canReplace(projects.version, zod.version));
  });
  return replaced.length === 0 ? [] : [shareZod(root, replaced)];
}

const ZOD = /^zod(\/|$)/;

/** Marks our own lookups, so that this plugin skips them. */
const OWN_LOOKUP = Symbol('lookup of the wf resolver');

/** Resolves the project's zod for the packages in these folders. */
function shareZod(root: string, folders: readonly string[]): Plugin {
  return {
    name: 'wf-share-zod',
    setup(build) {
      const found = new Map<string, Promise<OnResolveResult | null>>();
      build.onResolve({ filter: ZOD }, async ({ path, importer, pluginData }) => {
        if (pluginData === OWN_LOOKUP || !folders.some((folder) => isInside(folder, importer))) return null;
        const result = found.get(path) ?? lookUp(build, path, root);
        found.set(path, result);
        return await result;
      });
    },
  };
}

/** Resolves the zod found from a folder for importers that find none. */
function lendZod(folder: string): Plugin {
  return {
    name: 'wf-lend-zod',
    setup(build) {
      build.onResolve({ filter: ZOD }, async ({ path, resolveDir, pluginData }) => {
        if (pluginData === OWN_LOOKUP) return null;
        return (await lookUp(build, path, resolveDir)) ?? (await lookUp(build, path, folder));
      });
    },
  };
}

/** Resolves what an SDK imports whose packages only the map that is left leads to: this process follows it, too. */
function findOwn(folder: string): Plugin {
  const { resolve } = createRequire(join(folder, 'package.json'));
  return {
    name: 'wf-find-own',
    setup(build) {
      build.onResolve({ filter: /^@opentelemetry\/api$/ }, ({ path, importer }) =>
        isInside(folder, importer) ? { path: resolve(path) } : null,
      );
    },
  };
}

/** Returns `null` to let esbuild resolve the specifier and report the error. */
async function lookUp(build: PluginBuild, specifier: string, resolveDir: string): Promise<OnResolveResult | null> {
  const options = { kind: 'import-statement', resolveDir, pluginData: OWN_LOOKUP } as const;
  const { errors, path, sideEffects } = await build.resolve(specifier, options);
  return errors.length > 0 ? null : { path, sideEffects };
}

/** A copy of zod on disk. */
interface InstalledZod {
  /** Its real folder, which identifies the copy. */
  readonly folder: string;
  readonly version: string;
}

/** Finds the zod that modules in a folder import, as Node resolves it. */
export async function findInstalledZod(folder: string): Promise<InstalledZod | null> {
  const candidate = join(folder, 'node_modules', 'zod');
  const text = basename(folder) === 'node_modules' ? null : await readPackage(candidate);
  if (text !== null) {
    // Every installed package.json has a version; an unreadable one fails the build.
    const { version } = JSON.parse(text) as { version: string };
    return { folder: await realpath(candidate), version };
  }
  const parent = dirname(folder);
  return parent === folder ? null : await findInstalledZod(parent);
}

async function readPackage(folder: string): Promise<string | null> {
  return await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
}

/** Returns whether one version can replace another: same major version, and not older. */
export function canReplace(version: string, wanted: string): boolean {
  const [own, other] = [version, wanted].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)));
  if (own === undefined || other === undefined || own[0] !== other[0]) return false;
  const firstDifference = own.findIndex((part, index) => part !== other[index]);
  return firstDifference === -1 || (own[firstDifference] ?? 0) > (other[firstDifference] ?? 0);
}
