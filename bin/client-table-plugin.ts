import type { Plugin } from 'esbuild';
import { createClientTable } from '../src/client/endpoints/create-client-table.ts';

/**
 * Replaces the code that creates the client's table from the contract's zod schemas by the finished table: loading zod
 * and building the schemas would take longer than the rest of a short command.
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
 * Writes each value of a table as a function, so that a command parses only what it uses. The value is JSON in a
 * string, because parsing JSON is faster than compiling the same literal.
 */
function asleep(table: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(table).map(
    ([name, value]) => `${name}: () => JSON.parse(${JSON.stringify(JSON.stringify(value))})`,
  );
  return `{ ${entries.join(', ')} }`;
}
