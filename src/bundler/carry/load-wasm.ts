import type { Plugin } from 'esbuild';
import { toUrlPath } from './module-urls.ts';
import { toCarriedPath } from './carried-file.ts';

/** Creates a plugin that imports a `.wasm` file as a compiled module, which is read from the carried file. */
export function loadWasm(root: string): Plugin {
  return {
    name: 'wf-wasm',
    setup(build) {
      build.onLoad({ filter: /\.wasm$/, namespace: 'file' }, ({ path: file }) => {
        const url = JSON.stringify(toUrlPath(toCarriedPath(root, file)));
        return {
          contents: `import{readFileSync}from'node:fs';export default new WebAssembly.Module(readFileSync(new URL(__wfFile(${url}))));`,
          loader: 'js',
        };
      });
    },
  };
}
