/** A typical workflow: a typed configuration, a checked input and one package. */
export const HELLO_WORLD = `
import { configSchema, entrypoint, multipleChoice } from 'wfkit';
import { Hono } from 'hono';
import * as z from 'zod';

const Greeting = configSchema({
  greeting: z.string().default('Hello'),
  times: z.int().gte(1).lte(5).default(1),
  tone: multipleChoice(['plain', 'loud']).default('plain'),
});

const pages = new Hono().get('/:name', (context) => context.text(context.req.param('name')));

export default entrypoint({ config: Greeting, input: z.object({ name: z.string() }) }, async ({ config, input }) => {
  const name = await (await pages.request('/' + encodeURIComponent(input.name))).text();
  const words = Array.from({ length: config.times }, () => config.greeting + ', ' + name + '!').join(' ');
  return config.tone === 'loud' ? words.toUpperCase() : words;
});
`;
