import type { Plugin } from 'esbuild';

/**
 * Leaves undici's HTTP/2 and its experimental parser out of the bundle. Our requests are HTTP/1.1 (`allowH2: false`),
 * and loading Node's `http2` takes a fifth of Node's start-up time.
 */
export function undiciPlugin(): Plugin {
  return {
    name: 'undici',
    setup(build) {
      // undici uses this name to leave the parser out of Node's own copy.
      build.initialOptions.define = { ...build.initialOptions.define, esbuildDetection: 'true' };
      build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({ contents: NO_HTTP2 }));
    },
  };
}

const NO_HTTP2 = `module.exports = () => { throw new Error('This build of wf does not support HTTP/2.'); };`;
