import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { toUrlPath } from './module-urls.ts';
import { toCarriedPath } from './carried-file.ts';

/** Not an import: that would be judged as one of the author's. */
const READ = "process.getBuiltinModule('node:fs').readFileSync";

/** Creates a plugin that imports a `.wasm` file as a compiled module, which is read from the carried file. */
export function loadWasm(root: string): Plugin {
  return {
    name: 'wf-wasm',
    setup(build) {
      build.onLoad({ filter: /\.wasm$/, namespace: 'file' }, async ({ path: file }) => {
        const url = JSON.stringify(toUrlPath(toCarriedPath(root, file)));
        const compiled = `const module=new WebAssembly.Module(${READ}(new URL(__wfFile(${url}))));`;
        return { contents: compiled + (await exportsOf(file)), loader: 'js', resolveDir: dirname(file) };
      });
    },
  };
}

const COPIED = 'wf-wasm-module';

/** Imports a `.wasm` file as a module that the platform compiles, which stands next to the code. */
export const copyWasm: Plugin = {
  name: 'wf-wasm',
  setup(build) {
    build.onLoad({ filter: /\.wasm$/, namespace: 'file' }, async ({ path: file }) => {
      const compiled = `import module from ${JSON.stringify(`${COPIED}:${file}`)};`;
      return { contents: compiled + (await exportsOf(file)), loader: 'js', resolveDir: dirname(file) };
    });
    build.onResolve({ filter: new RegExp(`^${COPIED}:`) }, ({ path }) => ({
      path: path.slice(COPIED.length + 1),
      namespace: COPIED,
    }));
    build.onLoad({ filter: /.*/, namespace: COPIED }, async ({ path }) => ({
      contents: await readFile(path),
      loader: 'copy',
    }));
  },
};

/**
 * Returns the exports of a `.wasm` file that is imported as a module: itself as default, and what it exports where it
 * needs only modules next to it. An instance is created only if one of them is used.
 *
 * @source WebAssembly/ES Module Integration; what `wasm-bindgen` writes for bundlers
 */
async function exportsOf(file: string): Promise<string> {
  const whole = 'export default module;';
  const module = await compile(file);
  if (module === null) return whole;
  const needed = [...new Set(WebAssembly.Module.imports(module).map((each) => each.module))];
  if (!needed.every((name) => /^\.{1,2}\//.test(name) && name !== `./${basename(file)}`)) return whole;
  const imports = needed.map((name, index) => `import*as i${index} from${JSON.stringify(name)};`);
  const given = needed.map((name, index) => `${JSON.stringify(name)}:i${index}`);
  const names = WebAssembly.Module.exports(module).map(({ name }) => JSON.stringify(name));
  return [
    whole,
    ...imports,
    `const instance=/* @__PURE__ */new WebAssembly.Instance(module,{${given.join()}});`,
    'const take=(name)=>instance.exports[name];',
    ...names.map((name, index) => `const e${index}=/* @__PURE__ */take(${name});`),
    `export{${names.map((name, index) => `e${index} as ${name}`).join()}};`,
  ].join('');
}

/** @returns `null` for a file that is not WebAssembly, which the platform reports */
async function compile(file: string): Promise<WebAssembly.Module | null> {
  try {
    return await WebAssembly.compile(await readFile(file));
  } catch {
    return null;
  }
}
