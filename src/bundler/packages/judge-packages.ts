import type { Message, Metafile, Plugin } from 'esbuild';
import { resolve } from 'node:path';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { PackageList } from '../../sandbox/packages/package-list.ts';
import { installedFolderOf } from '../files/package-folder.ts';
import type { PackageRules } from './external-package.ts';
import { findNative, type NativePackage } from './find-native.ts';
import { isNative, readManifest } from './is-native.ts';
import { listPackages } from './list-packages.ts';
import { markExternal } from './mark-external.ts';
import { loadNativeStub } from './load-native-stub.ts';
import { otherTargets, type PackagesRefusal, refuseNative } from './refuse-native.ts';

export interface JudgePackagesOptions {
  /** Real path of the project's folder. */
  readonly root: string;
  readonly rules: PackageRules;
  /** Folders of the running package. */
  readonly ownFolders: readonly string[];
  /** The platform that runs no native code; `null`: it does. */
  readonly refusal: PackagesRefusal | null;
}

export interface JudgedPackages {
  /** What the bundle imports; `null`: nothing. */
  readonly packages: PackageList | null;
  readonly warnings: readonly string[];
}

export interface JudgePackages {
  readonly plugins: readonly Plugin[];
  /** Explains a failed build by a native package; `null`: none has to do with it. */
  explain(messages: readonly Message[]): Promise<UserError | null>;
  /** @throws {WF_BUILD_FAILED} when a native package is in the bundle, or cannot be installed for it */
  finish(metafile: Metafile): Promise<JudgedPackages>;
}

/** Leaves external packages out of a bundle, and refuses native ones that would be in it. */
export function judgePackages({ root, rules, ownFolders, refusal }: JudgePackagesOptions): JudgePackages {
  const external = markExternal(rules.external);
  const isBundled = ({ name }: NativePackage) => rules.bundled.includes(name);
  return {
    plugins: [external.plugin, loadNativeStub],
    async explain(messages) {
      const files = messages.flatMap(({ location }) => (location === null ? [] : [resolve(root, location.file)]));
      const folders = new Set(files.filter((file) => /[\\/]node_modules[\\/]/.test(file)).map(installedFolderOf));
      for (const folder of folders) {
        if (ownFolders.includes(folder)) continue;
        const manifest = await readManifest(folder);
        const name = manifest.name ?? folder;
        if (!isNative(folder, manifest)) continue;
        return refuseNative(root, [{ name, folder, isOptional: false, chain: [name], importer: '' }], refusal);
      }
      return null;
    },
    async finish(metafile) {
      const found = (await findNative({ root, metafile, ownFolders })).filter((one) => !isBundled(one));
      const needed = found.filter(({ isOptional }) => !isOptional);
      if (needed.length > 0) throw refuseNative(root, needed, refusal);
      const imported = external.imported();
      if (imported.length > 0 && refusal !== null) throw refuseExternal(imported[0]?.name ?? '', refusal);
      return {
        packages: await listPackages(root, imported),
        warnings: [
          ...found.map(({ name, chain }) => `${chain.at(-2)} runs without ${name}, which is native code`),
          ...rules.external
            .filter(({ name }) => !imported.some((one) => one.name === name))
            .map(({ name }) => `"external" in the project file names ${name}, which the workflow does not import`),
        ],
      };
    },
  };
}

function refuseExternal(name: string, { platform }: PackagesRefusal): UserError {
  return new UserError({
    code: 'WF_BUILD_FAILED',
    message: `${platform} do not run packages outside of the bundle, and "external" in the project file names ${name}.`,
    nextSteps: otherTargets(),
  });
}
