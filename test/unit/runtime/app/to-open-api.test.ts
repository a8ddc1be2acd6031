import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { createWorkflowApp } from '../../../../src/runtime/app/create-workflow-app.ts';
import { toOpenApi } from '../../../../src/runtime/app/to-open-api.ts';
import { configSchema, entrypoint, groupedMultipleChoice, route } from '../../../../src/sdk/index.ts';

const generate = entrypoint(
  {
    config: configSchema({
      words: z.int().gte(10).lte(200).default(50),
      model: groupedMultipleChoice({ Small: ['a'], Large: ['b'] }).default('a'),
    }),
    input: z.object({ text: z.string(), limit: z.int().optional() }),
    output: z.object({ short: z.string() }),
  },
  () => ({ short: '' }),
);
const open = route('/open-ended', {}, () => null);

type Page = {
  readonly paths: Record<
    string,
    Record<string, { requestBody: { content: Record<string, { schema: { $ref: string } }> } }>
  >;
  readonly components: { readonly schemas: Record<string, Record<string, unknown>> };
};

async function readPage(): Promise<Page> {
  const app = createWorkflowApp({ generate, open });
  return (await (await app.fetch(new Request('http://wf/openapi.json'))).json()) as Page;
}

describe('the OpenAPI page', () => {
  test('has every form of call', async () => {
    const { paths } = await readPage();
    expect(Object.entries(paths).map(([path, methods]) => `${Object.keys(methods).join()} ${path}`)).toEqual([
      'get /health',
      'post /generate',
      'post /playground/run',
      'post /generate_deployed',
      'post /run',
      'post /playground/run/open-ended',
      'post /run/open-ended',
    ]);
  });

  test('lets an existing playground discover configuration and inputs', async () => {
    const { paths, components } = await readPage();
    // Follows the steps of such a page: facts §4.6.
    const reference = paths['/generate']?.['post']?.requestBody.content['application/json']?.schema.$ref;
    expect(reference).toBe('#/components/schemas/Body_generate_generate_post');
    expect(components.schemas['Body_generate_generate_post']).toEqual({
      title: 'Body_generate_generate_post',
      type: 'object',
      properties: {
        words: { type: 'integer', minimum: 10, maximum: 200, default: 50, 'x-parameter': 'int' },
        model: {
          type: 'string',
          enum: ['a', 'b'],
          choices: { Small: ['a'], Large: ['b'] },
          default: 'a',
          'x-parameter': 'grouped_choice',
        },
        text: { type: 'string' },
        limit: expect.objectContaining({ type: 'integer' }),
      },
      required: ['text'],
      additionalProperties: false,
    });
  });

  test('a deployed call has the deployment slug instead of the configuration', async () => {
    const { components } = await readPage();
    const { properties } = components.schemas['Body_generate_run_post'] as { properties: object };
    expect(Object.keys(properties)).toEqual(['environment', 'config', 'app', 'text', 'limit']);
  });

  test('an answer contains the output schema', async () => {
    const { components } = await readPage();
    expect(components.schemas['Answer_generate_run_post']).toMatchObject({
      properties: { data: { type: 'object', properties: { short: { type: 'string' } } } },
    });
    expect(components.schemas['Answer_open_run_open-ended_post']).toMatchObject({ properties: { data: {} } });
  });

  test('every reference resolves, even in a recursive schema', () => {
    const tree: RouteSchema = {
      path: '/tree',
      name: 'tree',
      config: null,
      input: {
        type: 'object',
        properties: { root: { $ref: '#/$defs/node' } },
        $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
      },
      output: { type: 'object', properties: { again: { $ref: '#' } } },
      defaults: {},
    };
    const page = toOpenApi([tree]);
    const references = [...JSON.stringify(page).matchAll(/"\$ref":"#\/([^"]*)"/g)].map(([, path = '']) =>
      path.split('/'),
    );
    const follow = (path: string[]) =>
      path.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], page);
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter((path) => follow(path) === undefined)).toEqual([]);
  });
});
