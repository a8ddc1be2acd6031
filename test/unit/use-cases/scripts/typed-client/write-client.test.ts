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

test('a client has the types of each route, and a method for it', () => {
  const text = { type: 'string' };
  const source = writeClient({
    app: 'support',
    variant: 'main.default',
    routes: [
      {
        ...route('/', 'default'),
        config: { type: 'object', properties: { words: { type: 'integer' } } },
        input: { type: 'object', properties: { text }, required: ['text'] },
        output: text,
      },
      {
        ...route('/tree', 'tree'),
        input: {
          type: 'object',
          properties: { node: { $ref: '#/$defs/node' }, again: { $ref: '#' }, gone: { $ref: '#/$defs/gone' } },
          $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } }, other: text },
        },
        output: { type: 'array', items: text },
      },
      route('/any', 'any'),
    ],
  });
  const types = source.slice(source.indexOf('/** What / takes. */'), source.indexOf('/** What /any gives. */'));
  expect(types).toMatchInlineSnapshot(`
    "/** What / takes. */
    export type EntrypointInput = {
      text: string;
    };
    /** Configuration of /. */
    export type EntrypointConfig = {
      words?: number;
    };
    /** What / gives. */
    export type EntrypointOutput = string;
    /** A part of what / streams. */
    export type EntrypointItem = string;

    /** What /tree takes. */
    export type TreeInput = {
      node?: TreeInputPart1;
      again?: TreeInput;
      gone?: unknown;
    };
    export type TreeInputPart1 = {
      next?: TreeInputPart1;
    };
    export type TreeInputPart2 = string;
    /** Configuration of /tree. */
    export type TreeConfig = Record<string, never>;
    /** What /tree gives. */
    export type TreeOutput = Array<string>;
    /** A part of what /tree streams. */
    export type TreeItem = TreeOutput[number];

    /** What /any takes. */
    export type AnyInput = Record<string, unknown>;
    /** Configuration of /any. */
    export type AnyConfig = Record<string, never>;
    "
  `);
  expect(source).toContain('export type AnyItem = unknown;');
  expect(source.slice(source.indexOf('/** The routes of the workflow. */'))).toMatchInlineSnapshot(`
    "/** The routes of the workflow. */
    export interface WorkflowClient {
      /** / */
      readonly entrypoint: Route<EntrypointInput, EntrypointConfig, EntrypointOutput, EntrypointItem>;
      /** /tree */
      readonly tree: Route<TreeInput, TreeConfig, TreeOutput, TreeItem>;
      /** /any */
      readonly any: Route<AnyInput, AnyConfig, AnyOutput, AnyItem>;
    }

    /** Creates a client for a service that runs the workflow. */
    export function createWorkflowClient(options: ClientOptions): WorkflowClient {
      return {
        entrypoint: createRoute<EntrypointInput, EntrypointConfig, EntrypointOutput, EntrypointItem>(options, ""),
        tree: createRoute<TreeInput, TreeConfig, TreeOutput, TreeItem>(options, "/tree"),
        any: createRoute<AnyInput, AnyConfig, AnyOutput, AnyItem>(options, "/any"),
      };
    }

    "
  `);
});
