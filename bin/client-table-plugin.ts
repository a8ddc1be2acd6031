import type { Plugin } from 'esbuild';
import { createClientTable } from '../src/client/endpoints/create-client-table.ts';

/**
 * Puts the finished table of the client into the bundle, in place of the code that makes it from the contract's zod
 * schemas: loading zod and building them takes longer than all else a short command does.
 */
export function clientTablePlugin(): Plugin {
  const { endpoints, shapes } = createClientTable();
  const contents = `
    const once = (make, made = {}) => (name) => (made[name] ??= make[name]());
    const endpoints = ${asleep(endpoints)};
    export const ENDPOINT_NAMES = Object.keys(endpoints);
    export const endpointNamed = once(endpoints);
    export const shapeNamed = once(${asleep(shapes)});
  `;
  return {
    name: 'client-table',
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/]client[\\/]endpoints[\\/]client-table\.ts$/ }, () => ({ contents }));
    },
  };
}

/**
 * Writes each value of a table as a function that makes it, so that only those are read that a command asks for. As
 * text in text: parsing JSON is faster than compiling the same literal.
 */
function asleep(table: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(table).map(
    ([name, value]) => `${name}: () => JSON.parse(${JSON.stringify(JSON.stringify(value))})`,
  );
  return `{ ${entries.join(', ')} }`;
}
