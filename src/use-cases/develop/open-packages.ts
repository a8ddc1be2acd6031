import { mkdir, realpath, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PackageRules } from '../../bundler/packages/mark-external.ts';
import { installPackages } from '../../sandbox/packages/install-packages.ts';
import type { PackageList } from '../../sandbox/packages/package-list.ts';

export interface OpenPackagesOptions {
  readonly root: string;
  /** Folder of the bundle. */
  readonly outDir: string;
  readonly rules: PackageRules;
  readonly onEvent: (event: { readonly type: 'packages-install'; readonly packages: readonly string[] }) => void;
}

/** Packages of a build, installed where its bundle finds them. */
export interface OpenedPackages {
  /** Contains every installation, a real path; `null`: the project has no external packages. */
  readonly folder: string | null;
  /** Installs what a bundle imports, and links it next to the bundle. */
  install(this: void, bundle: { readonly packages: PackageList | null }): Promise<void>;
}

/** Opens the folder of a build's packages. The process that reads routes starts before it is known which they are. */
export async function openPackages(options: OpenPackagesOptions): Promise<OpenedPackages> {
  const { root, outDir, rules, onEvent } = options;
  const link = join(outDir, 'node_modules');
  if (rules.external.length === 0) return { folder: null, install: async () => await rm(link, { force: true }) };
  const folder = join(dirname(outDir), 'packages');
  await mkdir(folder, { recursive: true });
  return {
    folder: await realpath(folder),
    async install({ packages: list }) {
      await rm(link, { force: true });
      if (list === null) return;
      const onInstall = () => onEvent({ type: 'packages-install', packages: list.external });
      const installed = await installPackages({ list, folder, settingsFolder: root, onInstall });
      await symlink(join(installed, 'node_modules'), link, 'junction');
    },
  };
}
