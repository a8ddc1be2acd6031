import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { ADOPT_PROVIDER } from '../../errors/adopt-provider.ts';

/** The module of the API that registers providers, in all its releases of version 1. */
const REGISTERING = /@opentelemetry[\\/]api[\\/](?:build[\\/](?:src|esm|esnext)|dist)[\\/]api[\\/]trace\.[cm]?js$/;

/**
 * Hands a provider that the workflow registers to the process that serves it. OpenTelemetry's API has one provider for a
 * process, and refuses a second one without a word.
 */
export const shareTracerProvider: Plugin = {
  name: 'wf-share-tracer-provider',
  setup(build) {
    build.onLoad({ filter: REGISTERING }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n${ADOPTING}`,
      loader: 'js',
    }));
  },
};

const ADOPTING = `{
  const register = TraceAPI.prototype.setGlobalTracerProvider;
  TraceAPI.prototype.setGlobalTracerProvider = function (provider) {
    const adopt = globalThis[${JSON.stringify(ADOPT_PROVIDER)}];
    return adopt === undefined ? register.call(this, provider) : adopt(provider);
  };
}
`;
