import { describe, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { configSchema, entrypoint, multipleChoice, route } from '../../src/sdk/index.ts';

const Summary = configSchema({
  prompt: z.string().default('Summarise: {text}'),
  words: z.int().gte(10).lte(200).default(50),
  stream: z.boolean().default(false),
  tone: multipleChoice(['plain', 'formal']).default('plain'),
});

describe('route', () => {
  test('config and input are inferred from their schemas', () => {
    route('/a', { config: Summary, input: z.object({ text: z.string(), limit: z.int().optional() }) }, (call) => {
      expectTypeOf(call.config).toEqualTypeOf<{
        prompt: string;
        words: number;
        stream: boolean;
        tone: 'plain' | 'formal';
      }>();
      expectTypeOf(call.input).toEqualTypeOf<{ text: string; limit?: number | undefined }>();
      expectTypeOf(call.signal).toEqualTypeOf<AbortSignal>();
    });
  });

  test('without schemas both are open records', () => {
    route('/a', {}, ({ config, input }) => {
      expectTypeOf(config).toEqualTypeOf<Record<string, unknown>>();
      expectTypeOf(input).toEqualTypeOf<Record<string, unknown>>();
    });
  });

  test('invoke returns the result of the handler', () => {
    const plain = route('/a', { config: Summary }, async ({ config }) => config.words);
    expectTypeOf(plain.invoke()).resolves.toEqualTypeOf<number>();
    const sync = route('/a', {}, () => 'text');
    expectTypeOf(sync.invoke()).resolves.toEqualTypeOf<string>();
    const streamed = entrypoint({}, async function* () {
      yield 'a';
    });
    expectTypeOf(streamed.invoke()).resolves.toExtend<AsyncIterable<string>>();
  });

  test('invoke returns the output of the schema', () => {
    const output = z.object({ label: z.enum(['a', 'b']), size: z.int().default(1) });
    const sized = route('/a', { output }, async () => ({ label: 'a' as const }));
    expectTypeOf(sized.invoke()).resolves.toEqualTypeOf<{ label: 'a' | 'b'; size: number }>();
  });

  test('invoke needs the required inputs and only changed configuration', () => {
    const needs = route('/a', { config: Summary, input: z.object({ text: z.string() }) }, () => null);
    void needs.invoke({ input: { text: 'x' }, config: { words: 20 } });
    // @ts-expect-error the input `text` is required
    void needs.invoke();
    // @ts-expect-error the input `text` is required
    void needs.invoke({ input: {} });
    // @ts-expect-error `tone` has no choice "loud"
    void needs.invoke({ input: { text: 'x' }, config: { tone: 'loud' } });
    const optional = route('/a', { input: z.object({ text: z.string().optional() }) }, () => null);
    void optional.invoke();
  });

  test('broken rules do not compile', () => {
    // @ts-expect-error a path starts with a slash
    route('summarise', {}, () => null);
    // @ts-expect-error a path contains no spaces
    route('/sum marise', {}, () => null);
    // @ts-expect-error a path has no parameters
    route('/summarise/{id}', {}, () => null);
    // @ts-expect-error `environment` is reserved in the body of a call
    route('/a', { input: z.object({ environment: z.string() }) }, () => null);
    // @ts-expect-error `ag_config` is reserved in the body of a call
    route('/a', { config: configSchema({ ag_config: z.string().default('') }) }, () => null);
    // @ts-expect-error `words` is a configuration field and an input field
    route('/a', { config: Summary, input: z.object({ words: z.string() }) }, () => null);
    // @ts-expect-error an input schema is an object
    route('/a', { input: z.string() }, () => null);
    // @ts-expect-error the handler returns a number, but the output schema is a string
    route('/a', { output: z.string() }, () => 5);
    // @ts-expect-error a configuration field has no default
    route('/a', { config: z.object({ words: z.int() }) }, () => null);
    // @ts-expect-error also in the entrypoint: `words` is a configuration field and an input field
    entrypoint({ config: Summary, input: z.object({ words: z.string() }) }, () => null);
  });

  test('unknown names are checked only at run time', () => {
    const open: z.ZodObject = z.object({ environment: z.string() });
    const path: `/${string}` = '/a';
    expectTypeOf(
      route(path, { config: Summary, input: open }, () => 1).invoke({ input: {} }),
    ).resolves.toEqualTypeOf<number>();
  });
});
