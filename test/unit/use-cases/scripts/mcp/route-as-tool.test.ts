import { expect, test } from 'vitest';
import * as z from 'zod';
import type { RouteSchema } from '../../../../../src/contract/deployments/route-schema.ts';
import { toTools } from '../../../../../src/use-cases/scripts/mcp/route-as-tool.ts';

function route(path: string, input: RouteSchema['input'] = null): RouteSchema {
  return { path, name: 'x', config: null, input, output: null, defaults: {} };
}

const PRODUCTION = { kind: 'environment', environment: 'production' } as const;

test('names of tools are distinct, and have the characters that assistants accept', () => {
  const paths = ['/', '/summarise', '/a/b', '/a_b', '/é', '/a.b', `/${'x'.repeat(80)}`];
  expect(
    toTools(
      paths.map((path) => route(path)),
      PRODUCTION,
    ).map(({ name }) => name),
  ).toEqual(['call', 'call_summarise', 'call_a_b', 'call_a_b-2', 'call-2', 'call_a_b-3', `call_${'x'.repeat(55)}`]);
});

test('a tool describes its route, its configuration and its inputs', () => {
  const [tool] = toTools([route('/', { type: 'object', description: 'Answers questions.' })], {
    kind: 'variant',
    variant: 'tuned@2',
  });
  expect(tool?.description).toBe('Call the route / with the configuration of variant tuned@2. Answers questions.');
  expect(tool?.writes).toBe(true);
});

test.each<[string, RouteSchema['input'], unknown]>([
  ['its fields', { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, { a: 'x' }],
  ['any object without a schema', null, { anything: 1 }],
  ['any object with a schema that zod cannot read', { type: 'nonsense' }, { anything: 1 }],
  ['any object with a schema of something else', { type: 'string' }, { anything: 1 }],
])('a tool takes %s', (_, input, given) => {
  const [tool] = toTools([route('/', input)], PRODUCTION);
  expect(z.safeParse(tool?.input ?? z.never(), given)).toEqual({ success: true, data: given });
});
