import type { Plugin } from 'esbuild';

/** Bundles native code as a module that cannot be loaded: what imports it is reported after the build, or does without. */
export const loadNativeStub: Plugin = {
  name: 'wf-native-code',
  setup(build) {
    build.onLoad({ filter: /\.node$/, namespace: 'file' }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`Native code is not part of a bundle: ${path.split(/[\\/]/).pop() ?? ''}`)});`,
      loader: 'js',
    }));
  },
};
