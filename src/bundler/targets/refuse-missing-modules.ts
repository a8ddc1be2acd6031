import type { Metafile, OnResolveArgs, OnResolveResult, PartialMessage, Plugin } from 'esbuild';
import { builtinModules } from 'node:module';
import { LIMITS_PLUGIN, pluginWarning } from '../build/to-build-error.ts';
import type { FileDoor } from '../files/file-door.ts';
import { isInside } from '../files/package-folder.ts';
import type { TargetLimits } from './target.ts';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findReferences, normalizeModule } from '../carry/find-references.ts';
import { loaderOf, USES_PLACE } from '../carry/module-urls.ts';
import { refuseFiles } from '../carry/refuse-file.ts';
import { resolveReferences } from '../carry/resolve-references.ts';

const STUBS = 'wf-missing-module';

export interface RefuseOptions {
  readonly limits: TargetLimits;
  /** Real path of the project's folder, which contains the author's files. */
  readonly root: string;
  /** Whether the platform is Node, where modules need no `node:` prefix. */
  readonly isOnNode: boolean;
}

/**
 * Rejects imports of modules that the platform lacks. In the author's code such an import is an error at its line. In a
 * package it is a warning, and the module throws when used: many packages import modules that they only use on Node.
 */
export function refuseMissingModules({ limits, root, isOnNode }: RefuseOptions): Plugin {
  const { platform, missing, limited } = limits;
  const names = builtinModules.filter((name) => !name.startsWith('_') && !name.startsWith('node:'));
  const filter = new RegExp(`^(node:.+|${names.map((name) => name.replaceAll('/', '\\/')).join('|')})$`);
  const judge = ({ path, importer, namespace }: OnResolveArgs): OnResolveResult | null => {
    const name = path.replace(/^node:/, '');
    // A platform without a module has none of its parts.
    const lack = missing[name] ?? missing[name.replace(/\/.*/, '')];
    const reason = lack ?? limited[name];
    const text = `${platform} ${reason}, but this file imports ${JSON.stringify(path)}`;
    const isAuthors = namespace === 'file' && isInside(root, importer) && !/[\\/]node_modules[\\/]/.test(importer);
    if (lack !== undefined) {
      if (isAuthors) return { errors: [{ text }] };
      return { path: name, namespace: STUBS, pluginData: `${platform} ${reason}.`, warnings: [limitedBy(text)] };
    }
    const warnings = limited[name] !== undefined && isAuthors ? [limitedBy(text)] : [];
    // The prefix is required on all other platforms.
    return isOnNode && warnings.length === 0 ? null : { path: `node:${name}`, external: true, warnings };
  };
  return {
    name: LIMITS_PLUGIN,
    setup(build) {
      build.onResolve({ filter }, judge);
      build.onLoad({ filter: /.*/, namespace: STUBS }, ({ path, pluginData }) => ({
        contents: throwingModule(path, String(pluginData)),
        loader: 'js',
      }));
    },
  };
}

function limitedBy(text: string): PartialMessage {
  return pluginWarning(text, { code: 'WF_MODULE_LIMITED' });
}

/** Names of what modules export that Node warns of when they are loaded. */
const EXPERIMENTAL: Readonly<Record<string, readonly string[]>> = {
  sqlite: ['DatabaseSync', 'StatementSync', 'Session', 'backup', 'constants'],
  wasi: ['WASI'],
};

/**
 * Writes a module with the exports of one of Node's, which throw when they are called. Reading them does not, as many
 * packages take what they may need later while they are imported.
 */
function throwingModule(name: string, message: string): string {
  const exported = EXPERIMENTAL[name] ?? Object.keys(process.getBuiltinModule(name) ?? {});
  const names = exported.filter((each) => each !== 'default' && /^[A-Za-z_$][\w$]*$/.test(each));
  return [
    `const fail = () => { throw new Error(${JSON.stringify(message)}); };`,
    "const read = (_, name) => typeof name === 'symbol' || name === 'then' ? undefined : lack;",
    'const lack = /* @__PURE__ */ new Proxy(function () {}, { get: read, apply: fail, construct: fail });',
    'export default lack;',
    ...(names.length === 0 ? [] : [`export { ${names.map((each) => `lack as ${each}`).join(', ')} };`]),
  ].join('\n');
}

export interface RefuseFilesOptions {
  /** Real path of the project's folder. */
  readonly root: string;
  /** Patterns of files to carry, from the project file. */
  readonly patterns: readonly string[];
  readonly platform: string;
  /** Folders of the running package. */
  readonly ownFolders: readonly string[];
  readonly door: FileDoor;
}

/**
 * Refuses files that a platform without a file system cannot read: those of the project file, and those that the
 * author's modules name, also in packages of the same workspace. What installed packages name, they may not need there.
 *
 * @throws {WF_BUILD_FAILED} with the first such file
 */
export async function refuseFilesOf(metafile: Metafile, options: RefuseFilesOptions): Promise<void> {
  const { root, patterns, platform, ownFolders, door } = options;
  const [pattern] = patterns;
  if (pattern !== undefined) throw refused(`${platform} have no file system, but "files" has ${pattern}`);
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  const modules = inputs.filter((input) => /\.[cm]?[jt]sx?$/.test(input) && !/(^|\/)node_modules\//.test(input));
  for (const input of modules) {
    const file = resolve(root, input);
    if (ownFolders.some((folder) => isInside(folder, file))) continue;
    // The generated entry is not a file.
    const source = await readFile(file, 'utf8').catch(() => '');
    const code = USES_PLACE.test(source) ? await normalizeModule(source, loaderOf(file)) : null;
    if (code === null) continue;
    const { files } = await resolveReferences({ root, door }, [{ file, source, references: findReferences(code) }]);
    const [first] = files;
    if (first !== undefined) throw refused(`${platform} have no file system, but ${input} reads ${first.path}`);
  }
}

function refused(sentence: string) {
  return refuseFiles(
    `${sentence}.`,
    "Import it, which makes it part of the code: import prompt from './prompt.md', or with { type: 'bytes' }",
    'wf build --target container',
  );
}
