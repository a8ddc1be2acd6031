import type { Plugin } from 'esbuild';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canReplace, findInstalledZod } from './installed-zod.ts';
import { isInside, packageFolderOf } from '../files/package-folder.ts';
import type { PackageMap } from '../packages/find-package-map.ts';
import { leaveForeignMap } from '../packages/leave-foreign-map.ts';

export interface PinSdkPackagesOptions {
  readonly root: string;
  /** Specifier to absolute file, as in `wfkit` to `…/dist/sdk.js`. */
  readonly aliases: Readonly<Record<string, string>>;
  /** The map of packages in the project's folder or above. */
  readonly map: PackageMap | null;
}

/**
 * Creates plugins that resolve the SDK's own dependencies for a bundle without packages: to the project's copies, so
 * that there is only one of each, or else to the SDK's own. An installation from a registry needs no plugin.
 */
export async function pinSdkPackages({ root, aliases, map }: PinSdkPackagesOptions): Promise<Plugin[]> {
  const sdk = packageFolderOf(Object.values(aliases)[0] ?? root);
  const [projects, own] = await Promise.all([findInstalledZod(root), findInstalledZod(sdk)]);
  const canShare = projects !== null && (own === null || canReplace(projects.version, own.version));
  const plugins = leaveForeignMap(root, map);
  if (projects === null) plugins.push(pinTo(sdk, 'zod', () => true));
  else if (!canShare) plugins.push(pinTo(sdk, 'zod', (importer) => isInside(sdk, importer)));
  return plugins;
}

/** Resolves imports of a package to the copy found from a folder. */
function pinTo(folder: string, name: string, concerns: (importer: string) => boolean): Plugin {
  const { resolve } = createRequire(join(folder, 'package.json'));
  return {
    name: `wf-pin-${name}`,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${name}(/|$)`) }, ({ path, importer }) =>
        concerns(importer) ? { path: pathToFileURL(toModule(resolve(path))).href, external: true } : null,
      );
    },
  };
}

/** `require` finds the CommonJS form of zod; its module form is next to it. */
function toModule(file: string): string {
  const esm = file.replace(/\.cjs$/, '.js');
  return existsSync(esm) ? esm : file;
}
