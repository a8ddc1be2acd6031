import type { OnResolveArgs, OnResolveResult, Plugin } from 'esbuild';
import { installedFolderOf, isInside } from '../files/package-folder.ts';

/** An external package, as a module imports it. */
export interface ImportedPackage extends ExternalPackage {
  /** Its folder, a real path. */
  readonly folder: string;
  /** The module that imports it, absolute. */
  readonly importer: string;
}

export interface ExternalMarks {
  readonly plugin: Plugin;
  /** What the last builds imported. */
  imported(): readonly ImportedPackage[];
  /** Names that a package imports and that are not installed. */
  absent(): ReadonlySet<string>;
}

/** Marks our own lookups, so that this plugin skips them. */
const OWN_LOOKUP = Symbol('lookup of an external package');

/** Leaves packages out of a bundle, and notes which of them it imports and from where. */
export function markExternal(packages: readonly ExternalPackage[]): ExternalMarks {
  const byName = new Map(packages.map((one) => [one.name, one]));
  const imported = new Map<string, ImportedPackage>();
  const absent = new Set<string>();
  const plugin: Plugin = {
    name: 'wf-external-packages',
    setup(build) {
      if (byName.size === 0) return;
      const names = [...byName.keys()].map((name) => name.replaceAll(/[.\\/]/g, String.raw`\$&`));
      const resolve = async (given: OnResolveArgs): Promise<OnResolveResult | null> => {
        const { path, importer, resolveDir, kind, pluginData } = given;
        const known = byName.get(nameIn(path));
        if (pluginData === OWN_LOOKUP || known === undefined) return null;
        const options = { kind, importer, resolveDir, pluginData: OWN_LOOKUP } as const;
        const { errors, path: file } = await build.resolve(path, options);
        if (errors.length > 0) {
          // A package may do without it; the author's own code cannot.
          if (!/[\\/]node_modules[\\/]/.test(importer)) return null;
          absent.add(known.name);
          return { path, external: true };
        }
        const folder = installedFolderOf(file);
        // The package imports a part of itself.
        if (isInside(folder, importer)) return null;
        imported.set(`${known.name} ${folder}`, { ...known, folder, importer });
        return { path, external: true };
      };
      build.onResolve({ filter: new RegExp(`^(?:${names.join('|')})(?:/|$)`) }, resolve);
    },
  };
  return { plugin, imported: () => [...imported.values()], absent: () => absent };
}

/** Returns the package of a specifier. */
export function nameIn(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** A package that a bundle imports instead of containing it. */
interface ExternalPackage {
  readonly name: string;
  /** Whether its install script runs where it is installed. */
  readonly scripts: boolean;
}

/** What the project's file says about packages. */
export interface PackageRules {
  readonly external: readonly ExternalPackage[];
  /** Names of packages that are bundled although they look native. */
  readonly bundled: readonly string[];
}

export const NO_PACKAGE_RULES: PackageRules = { external: [], bundled: [] };
