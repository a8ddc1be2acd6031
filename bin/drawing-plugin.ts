import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Mends two packages that would slow every drawing: yoga decodes its program through `fetch`, which loads Node's own
 * undici, and Ink looks for a debugger.
 */
export function drawingPlugin(): Plugin {
  return {
    name: 'drawing',
    setup(build) {
      build.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'empty' }));
      build.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {};' }));
      build.onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const contents = source.replaceAll('"function"!=typeof fetch', 'true');
        if (contents === source) throw new Error(`${path} no longer asks for fetch: look at this patch again.`);
        return { contents };
      });
    },
  };
}
