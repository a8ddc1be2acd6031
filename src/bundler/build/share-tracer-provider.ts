import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ADOPT_API, ADOPT_PROVIDER } from '../../foundation/adopt-provider.ts';
import { installedFolderOf } from '../files/package-folder.ts';

/** The module of the API that registers providers, in all its releases of version 1. */
const REGISTERING = /@opentelemetry[\\/]api[\\/](?:build[\\/](?:src|esm|esnext)|dist)[\\/]api[\\/]trace\.[cm]?js$/;

/**
 * Hands a provider that the workflow registers to the process that serves it, and tells it the version of the API.
 * OpenTelemetry's API has one provider for a process, and refuses a second one without a word.
 */
export const shareTracerProvider: Plugin = {
  name: 'wf-share-tracer-provider',
  setup(build) {
    build.onLoad({ filter: REGISTERING }, async ({ path }) => {
      const [source, manifest] = await Promise.all(
        [path, join(installedFolderOf(path), 'package.json')].map(async (file) => await readFile(file, 'utf8')),
      );
      // The package has a version: it was published.
      const { version } = JSON.parse(manifest ?? '') as { readonly version: string };
      return { contents: `${source}\n${ADOPTING}${adoptApi(version)}`, loader: 'js' };
    });
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

function adoptApi(version: string): string {
  return `globalThis[${JSON.stringify(ADOPT_API)}]?.(${JSON.stringify(version)});\n`;
}
