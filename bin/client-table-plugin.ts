import { createHash } from 'node:crypto';
import type { Plugin } from 'esbuild';
import type { ClientEndpoint } from '../src/client/endpoints/client-endpoint.ts';
import { createClientTable } from '../src/client/endpoints/create-client-table.ts';

/**
 * Replaces the code that creates the client's table from the contract's zod schemas by the finished table: loading zod
 * and building the schemas would take longer than the rest of a short command.
 */
export function clientTablePlugin(): Plugin {
  const { endpoints, shapes } = createClientTable();
  const contents = `
    const once = (make, made = {}) => (name) => (made[name] ??= make[name]());
    ${recordsOf(endpoints)}
    const endpoints = { ${Object.entries(endpoints)
      .map(([name, one]) => `${name}: () => ${toCode(one)}`)
      .join(', ')} };
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

/** Writes the record that an endpoint answers, or lists, as a function: several endpoints answer the same one. */
function recordsOf(endpoints: Readonly<Record<string, ClientEndpoint>>): string {
  const texts = new Set(Object.values(endpoints).map(({ answer }) => JSON.stringify(recordOf(answer))));
  return [...texts].map((text) => `const ${nameOf(text)} = () => ${parse(text)};`).join('\n');
}

function toCode({ answer, ...rest }: ClientEndpoint): string {
  const record = `${nameOf(JSON.stringify(recordOf(answer)))}()`;
  const code = recordOf(answer) === answer ? record : `{ type: 'array', items: ${record} }`;
  return `({ ...${parse(JSON.stringify(rest))}, answer: ${code} })`;
}

function recordOf(answer: ClientEndpoint['answer']): unknown {
  const isList = typeof answer === 'object' && answer.type === 'array' && Object.keys(answer).length === 2;
  return isList && answer.items !== undefined ? answer.items : answer;
}

function nameOf(text: string): string {
  return `record_${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

/**
 * Writes each value of a table as a function, so that a command parses only what it uses. The value is JSON in a
 * string, because parsing JSON is faster than compiling the same literal.
 */
function asleep(table: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(table).map(([name, value]) => `${name}: () => ${parse(JSON.stringify(value))}`);
  return `{ ${entries.join(', ')} }`;
}

function parse(text: string): string {
  return `JSON.parse(${JSON.stringify(text)})`;
}
