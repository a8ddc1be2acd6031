import type { OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import { canReplace, findInstalledZod } from './installed-zod.ts';
import { isInside, packageFolderOf } from '../files/package-folder.ts';

export interface ResolveSdkOptions {
  readonly root: string;
  /** Specifier to absolute file, as in `wfkit` to `…/dist/sdk.js`. */
  readonly aliases: Readonly<Record<string, string>>;
}

/**
 * Says how imports are found, so that one bundle holds one zod whatever lies in `node_modules`: the SDK takes the
 * project's, and a project that is not installed yet takes the SDK's.
 *
 * Where the two are one copy already, as after an installation from a registry, no plugin is needed: each import that a
 * plugin looks at costs a trip from esbuild's process to this one, on the longest way through the build.
 */
export async function resolveSdk({ root, aliases }: ResolveSdkOptions): Promise<Plugin[]> {
  const folders = [...new Set(Object.values(aliases).map(packageFolderOf))];
  const [projects, ...sdks] = await Promise.all([root, ...folders].map(findInstalledZod));
  if (!projects) return folders.slice(0, 1).map((folder) => lendZod(folder));
  const replaced = folders.filter((_folder, index) => {
    const zod = sdks[index];
    return zod && zod.folder !== projects.folder && canReplace(projects.version, zod.version);
  });
  return replaced.length === 0 ? [] : [shareZod(root, replaced)];
}

const ZOD = /^zod(\/|$)/;

/** Marks our own lookups, so that this plugin skips them. */
const ASKED_BY_US = Symbol('asked by the wf resolver');

/** Resolves the project's zod for the packages in these folders. */
function shareZod(root: string, folders: readonly string[]): Plugin {
  return {
    name: 'wf-share-zod',
    setup(build) {
      const found = new Map<string, Promise<OnResolveResult | null>>();
      build.onResolve({ filter: ZOD }, async ({ path, importer, pluginData }) => {
        if (pluginData === ASKED_BY_US || !folders.some((folder) => isInside(folder, importer))) return null;
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
        if (pluginData === ASKED_BY_US) return null;
        return (await lookUp(build, path, resolveDir)) ?? (await lookUp(build, path, folder));
      });
    },
  };
}

/** Null returns the specifier to esbuild, which then reports the error. */
async function lookUp(build: PluginBuild, specifier: string, resolveDir: string): Promise<OnResolveResult | null> {
  const options = { kind: 'import-statement', resolveDir, pluginData: ASKED_BY_US } as const;
  const { errors, path, sideEffects } = await build.resolve(specifier, options);
  return errors.length > 0 ? null : { path, sideEffects };
}
