import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { configSchema } from '../../../../src/sdk/config/config-schema.ts';
import { describeRoutes } from '../../../../src/sdk/routes/collect-routes.ts';
import { multipleChoice } from '../../../../src/sdk/config/choices.ts';
import { route } from '../../../../src/sdk/routes/route.ts';
import { definitionOf } from '../../../../src/sdk/schema/object-schema.ts';

let other: typeof z;

beforeAll(async () => {
  const stdin = { contents: "export * from 'zod';", resolveDir: import.meta.dirname };
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'esm' });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  other = (await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)) as typeof z;
});

test('the author may have another copy of zod than the SDK', async () => {
  expect(other.string).not.toBe(z.string);
  const made = route(
    '/x',
    {
      config: configSchema({
        words: other.int().gte(1).lte(9).default(3).describe('How many'),
        tone: multipleChoice(['plain', 'formal']).default('plain'),
      }),
      input: other.object({ text: other.string(), sizes: other.array(other.int()).optional() }),
      output: other.object({ words: other.int() }),
    },
    ({ config }) => ({ words: config.words }),
  );
  expect(await made.invoke({ input: { text: 'x', sizes: [1] }, config: { words: 4 } })).toEqual({ words: 4 });
  await expect(made.invoke({ input: { text: 'x', sizes: [0.5] } })).rejects.toMatchObject({
    details: [{ loc: ['input', 'sizes', 0], msg: 'Input should be a valid integer' }],
  });
  expect(describeRoutes({ made })).toMatchObject([
    {
      config: { properties: { words: { type: 'integer', minimum: 1, maximum: 9, description: 'How many' } } },
      input: { properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false },
      output: { properties: { words: { type: 'integer' } } },
    },
  ]);
});

test("a rule broken with the author's zod is found", () => {
  expect(() => configSchema({ words: other.int().lte(9).default(10) })).toThrow(
    expect.objectContaining({
      message:
        'Configuration field "words" has the default 10, which is no integer <= 9. Move the default into the bounds, or widen them.',
    }),
  );
});

test.each([[null], ['x'], [5], [{}], [() => null]])('%j is no schema', (value) => {
  expect(definitionOf(value)).toBeNull();
});
