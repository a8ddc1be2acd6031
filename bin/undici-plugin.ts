import type { Plugin } from 'esbuild';

/**
 * Reduces undici, in the script of light commands, to the exports that a request needs.
 *
 * undici's index also loads `fetch`, web sockets, caches, mocks and HTTP/2, which takes longer than all else that a list
 * of variants loads; its experimental parser is a tenth of the script. An export that is missing here fails the build.
 *
 * @source docs/decisions/2026-11-26-start-up-by-documented-means.md
 */
export function undiciPlugin(): Plugin {
  return {
    name: 'undici',
    setup(build) {
      build.onLoad({ filter: /[\\/]undici[\\/]index\.js$/ }, () => ({ contents: INDEX }));
      build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({ contents: NO_HTTP2 }));
      build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]milo[\\/][\w-]+\.js$/ }, () => ({ contents: NO_MILO }));
    },
  };
}

const INDEX = `
  const { prototype } = require('./lib/dispatcher/dispatcher');
  prototype.request = require('./lib/api/api-request');
  exports.Client = require('./lib/dispatcher/client');
  Object.defineProperties(exports, {
    Agent: { get: () => require('./lib/dispatcher/agent') },
    // A tunnel is opened by another method.
    ProxyAgent: { get: () => (Object.assign(prototype, require('./lib/api')), require('./lib/dispatcher/proxy-agent')) },
  });
`;

/** Loading Node's HTTP/2 takes a fifth of Node's start, and wf never allows it (\`allowH2: false\`). */
const NO_HTTP2 = `module.exports = () => { throw new Error('This build of wf does not support HTTP/2.'); };`;

/** It is used only where somebody sets UNDICI_USE_MILO. */
const NO_MILO = `throw new Error("This build of wf does not contain undici's experimental parser.");`;
