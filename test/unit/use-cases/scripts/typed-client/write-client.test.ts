import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../../src/contract/deployments/route-schema.ts';
import { nameMethods, writeClient } from '../../../../../src/use-cases/scripts/typed-client/write-client.ts';

function route(path: string, name: string): RouteSchema {
  return { path, name, config: null, input: null, output: null, defaults: {} };
}

test('methods are named after exports, each once', () => {
  const routes = [
    route('/', 'default'),
    route('/a', 'Support.answer'),
    route('/b', 'supportAnswer'),
    route('/c', 'SupportAnswer'),
    route('/d', '0'),
    route('/e', '…'),
  ];
  expect(nameMethods(routes).map(({ method }) => method)).toEqual([
    'entrypoint',
    'SupportAnswer',
    'supportAnswer2',
    'SupportAnswer3',
    'route0',
    'route',
  ]);
});

test('names from outside stay inside their quotes', () => {
  const source = writeClient({ app: 'a"; alert(1); //\n', variant: '`${x}`', routes: [route('/a/*/', 'a')] });
  expect(source).toContain('const APP = "a\\"; alert(1); //\\n";');
  expect(source).toContain('const VARIANT = "`${x}`";');
  expect(source).not.toContain('/** What /a/*/');
});
