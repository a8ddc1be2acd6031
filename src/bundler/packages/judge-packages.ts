import type { Message, Metafile, Plugin } from 'esbuild';
import { relative, resolve, sep } from 'node:path';
import { userError, type UserError } from '../../foundation/errors/wf-error.ts';
import type { PackageList } from '../../sandbox/packages/package-list.ts';
import { buildWarning, type BuildWarning } from '../../foundation/build-warning.ts';
import { installedFolderOf } from '../files/package-folder.ts';
import { markExternal, type PackageRules } from './mark-external.ts';
import { findNative, isNative, type NativePackage, readManifest } from './find-native.ts';
import { listPackages } from './list-packages.ts';
import { readFileSync } from 'node:fs';
import { drawCodeFrame } from '../build/draw-code-frame.ts';
import { SourceError, type SourceLocation } from '../../foundation/errors/source-error.ts';

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
  readonly warnings: readonly BuildWarning[];
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
          ...found.map(({ name, chain }) =>
            buildWarning('WF_PACKAGE_REPLACED', `${chain.at(-2)} runs without ${name}, which is native code`, {
              package: name,
            }),
          ),
          ...rules.external
            .filter(({ name }) => !external.absent().has(name) && !imported.some((one) => one.name === name))
            .map(({ name }) => unusedExternal(name)),
        ],
      };
    },
  };
}

function unusedExternal(name: string): BuildWarning {
  const message = `"external" in the project file names ${name}, which the workflow does not import`;
  return buildWarning('WF_EXTERNAL_UNUSED', message, { package: name });
}

function refuseExternal(name: string, { platform }: PackagesRefusal): UserError {
  return userError(
    'WF_BUILD_FAILED',
    `${platform} do not run packages outside of the bundle, and "external" in the project file names ${name}.`,
    otherTargets(),
  );
}

/** Bundles native code as a module that cannot be loaded: what imports it is reported after the build, or does without. */
const loadNativeStub: Plugin = {
  name: 'wf-native-code',
  setup(build) {
    build.onLoad({ filter: /\.node$/, namespace: 'file' }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`Native code is not part of a bundle: ${path.split(/[\\/]/).pop() ?? ''}`)});`,
      loader: 'js',
    }));
  },
};

/** A platform that runs no native code, and what to say about it. */
interface PackagesRefusal {
  /** Subject of the sentence: `Cloudflare Workers`. */
  readonly platform: string;
}

/** Creates the error for native packages that a bundle would contain. */
export function refuseNative(
  root: string,
  found: readonly NativePackage[],
  refusal: PackagesRefusal | null,
): SourceError {
  const [first] = found;
  const names = [...new Set(found.map(({ name }) => name))];
  return new SourceError({
    code: 'WF_BUILD_FAILED',
    location: locate(root, first, refusal),
    remark: names.length > 1 ? `So do ${names.slice(1).join(', ')}.` : undefined,
    nextSteps: refusal === null ? nextStepsFor(names) : otherTargets(),
    details: { native: found.map(({ name, chain }) => ({ name, imported_through: chain })) },
  });
}

/** Next steps where native code cannot run. */
function otherTargets(): string[] {
  return ['wf build --target container', 'wf build --target node'];
}

function nextStepsFor(names: readonly string[]): string[] {
  return [
    `Name ${names.length === 1 ? 'it' : 'them'} in the project file: "external": ${JSON.stringify(names)}`,
    'wf help deploying',
  ];
}

function locate(root: string, found: NativePackage | undefined, refusal: PackagesRefusal | null): SourceLocation {
  const { name = '', chain = [], importer = '' } = found ?? {};
  const [imported = name] = chain;
  const through = chain.length > 1 ? ` It is imported through ${chain.slice(0, -1).join(' and ')}.` : '';
  const reason = refusal === null ? 'which cannot be part of a bundle.' : `which ${refusal.platform} do not run.`;
  const sentence = `The package ${name} runs native code, ${reason}${through}`;
  const file = importer === '' ? null : relative(root, importer).split(sep).join('/');
  const position = importer === '' ? null : findImport(importer, imported);
  if (position === null) return { sentence, file, line: null, column: null, frame: null };
  const { line, column, text } = position;
  return { sentence, file, line, column, frame: drawCodeFrame({ line, column }, text) };
}

/** Finds where a module imports a package, as well as text allows. */
export function findImport(file: string, name: string): { line: number; column: number; text: string } | null {
  const lines = readFileSync(file, 'utf8').split('\n');
  const quoted = new RegExp(String.raw`['"\x60]${name.replaceAll(/[.\\/]/g, String.raw`\$&`)}(?:['"\x60]|/)`);
  const index = lines.findIndex((text) => quoted.test(text));
  const text = lines[index];
  return text === undefined ? null : { line: index + 1, column: text.search(quoted) + 1, text };
}
