import type { Loader, Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { extname, dirname } from 'node:path/posix';
import { FILES_FOLDER, HAS_WORKING_FOLDER } from '../../foundation/working-folder.ts';
import { toCarriedPath } from './carried-file.ts';

const URL_NAME = '__wfModuleUrl';
const PATH_NAME = '__wfModulePath';
const FOLDER_NAME = '__wfModuleFolder';

/**
 * What a module knows about its place, replaced by names that `placeModules` defines in each module: in a bundle, all
 * modules would share the bundle's place, where none of their files are.
 */
export const PLACE_NAMES = {
  'import.meta.url': URL_NAME,
  'import.meta.dirname': FOLDER_NAME,
  'import.meta.filename': PATH_NAME,
  __dirname: FOLDER_NAME,
  __filename: PATH_NAME,
} as const;

/** Finds modules that use their place, in sources and, after the names were replaced, in output. */
export const USES_PLACE = /\bimport\.meta\.(?:url|dirname|filename)\b|\b__(?:dirname|filename)\b/;
export const USES_PLACE_NAME = /\b__wf(?:Module(?:Url|Path|Folder)|File)\b/;

/**
 * Creates a plugin that defines in each of these modules where it is: its path in the project, below the folder of the
 * carried files. The definitions stay on the first line, so that source maps keep their lines.
 *
 * @param modules - absolute files, which are read again in each build
 */
export function placeModules(root: string, modules: readonly string[]): Plugin {
  return {
    name: 'wf-place-modules',
    setup(build) {
      const files = modules.map((file) => file.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
      build.onLoad({ filter: new RegExp(`^(?:${files.join('|')})$`), namespace: 'file' }, async ({ path: file }) => ({
        contents: withPlace(await readFile(file, 'utf8'), toCarriedPath(root, file)),
        loader: loaderOf(file),
      }));
    },
  };
}

function withPlace(source: string, path: string): string {
  const url = JSON.stringify(toUrlPath(path));
  const folder = JSON.stringify(toUrlPath(dirname(path)));
  const pure = '/* @__PURE__ */';
  const names = [
    `${URL_NAME}=${pure}__wfFile(${url})`,
    `${PATH_NAME}=${pure}__wfPath(${url})`,
    `${FOLDER_NAME}=${pure}__wfPath(${folder})`,
  ];
  const start = source.startsWith('#!') ? source.indexOf('\n') + 1 : 0;
  return `${source.slice(0, start)}const ${names.join(',')};${source.slice(start)}`;
}

/** Returns the path as it stands in a URL. */
export function toUrlPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Returns how to parse a module. */
export function loaderOf(file: string): Loader {
  const extension = extname(file).slice(1);
  if (extension === 'tsx' || extension === 'jsx') return extension;
  return extension.endsWith('ts') ? 'ts' : 'js';
}

/**
 * Returns the code that finds the files' folder from the bundle, or from a chunk of it one folder below. A project's
 * relative paths lead to the files, too: their folder becomes the working folder, unless that has links to them.
 */
export function placeBanner(hasFiles: boolean): string {
  return (
    "import{fileURLToPath as __wfToPath}from'node:url';" +
    String.raw`const __wfFiles=import.meta.url.replace(/(?:chunks\/[^/]+-[A-Z\d]{8}\.mjs|[^/]*)$/,'${FILES_FOLDER}/'),` +
    '__wfFile=p=>__wfFiles+p,__wfPath=p=>__wfToPath(__wfFiles+p);' +
    // For modules without a place of their own. As variables, they would be declared twice where nothing is renamed.
    `Object.assign(globalThis,{${URL_NAME}:import.meta.url,${PATH_NAME}:import.meta.filename,${FOLDER_NAME}:import.meta.dirname});` +
    (hasFiles ? `globalThis.${HAS_WORKING_FOLDER}||process.chdir(__wfPath(""));` : '')
  );
}
