import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Patches packages that slow down drawing: yoga decodes its program with `fetch`, which loads Node's undici; Ink
 * searches for a debugger; string-width loads the grapheme rules before there is text to measure.
 */
export function drawingPlugin(): Plugin {
  return {
    name: 'drawing',
    setup(build) {
      build.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'empty' }));
      build.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {};' }));
      build.onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path }) =>
        patch(path, '"function"!=typeof fetch', 'true'),
      );
      build.onLoad({ filter: /[\\/]string-width[\\/]index\.js$/ }, ({ path }) => {
        // Older versions, nested in other packages, do not segment text.
        if (path.split('node_modules').length > 2) return undefined;
        return patch(
          path,
          'const segmenter = new Intl.Segmenter();',
          `let made;
          const segmenter = { segment: (text) => (made ??= new Intl.Segmenter()).segment(text) };`,
        );
      });
    },
  };
}

async function patch(path: string, before: string, after: string): Promise<{ contents: string }> {
  const source = await readFile(path, 'utf8');
  const contents = source.replaceAll(before, after);
  if (contents === source) throw new Error(`${path} no longer contains ${before}: revise this patch.`);
  return { contents };
}
