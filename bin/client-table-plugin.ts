import type { Plugin } from 'esbuild';
import { createClientTable } from '../src/client/create-client-table.ts';

/**
 * Puts the finished table of the client into the bundle, in place of the code that makes it from the contract's zod
 * schemas: loading zod and building them takes longer than all else a short command does.
 */
export function clientTablePlugin(): Plugin {
  // As text in text: parsing JSON is faster than compiling the same literal.
  const contents = `export const CLIENT_TABLE = JSON.parse(${JSON.stringify(JSON.stringify(createClientTable()))});`;
  return {
    name: 'client-table',
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/]client[\\/]client-table\.ts$/ }, () => ({ contents }));
    },
  };
}
