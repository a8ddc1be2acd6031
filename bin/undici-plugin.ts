import type { Plugin } from 'esbuild';

/**
 * Leaves undici's HTTP/2 and its experimental parser out of the bundle. Our requests are HTTP/1.1 (`allowH2: false`), and
 * Node's `http2` alone takes a fifth as long to load as Node itself takes to start.
 */
export function undiciPlugin(): Plugin {
  return {
    name: 'undici',
    setup(build) {
      // By this name undici's own sources leave the parser out of the copy that Node contains.
      build.initialOptions.define = { ...build.initialOptions.define, esbuildDetection: 'true' };
      build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({ contents: NO_HTTP2 }));
    },
  };
}

const NO_HTTP2 = `module.exports = () => { throw new Error('This build of wf does not speak HTTP/2.'); };`;
