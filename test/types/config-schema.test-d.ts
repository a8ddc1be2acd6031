import { describe, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import {
  ConfigManager,
  configSchema,
  groupedMultipleChoice,
  type GroupedMultipleChoice,
  multipleChoice,
  type MultipleChoice,
  routingContextManager,
  supportedLlmModels,
} from '../../src/sdk/index.ts';

describe('configSchema', () => {
  test('invalid configuration fields do not compile', () => {
    // @ts-expect-error a field without a default
    void (() => configSchema({ words: z.int() }));
    // @ts-expect-error a list is not one of the six kinds
    void (() => configSchema({ words: z.array(z.string()).default([]) }));
    // @ts-expect-error an object is not one of the six kinds
    void (() => configSchema({ words: z.object({}).default({}) }));
    // @ts-expect-error a date is not one of the six kinds
    void (() => configSchema({ day: z.date().default(new Date(0)) }));
    // @ts-expect-error an optional field has no default
    void (() => configSchema({ words: z.string().optional() }));
    // @ts-expect-error null is not a string
    void (() => configSchema({ words: z.string().nullable().default(null) }));
    // @ts-expect-error the choices of an enumeration are strings
    void (() => configSchema({ size: z.enum({ small: 1, large: 2 }).default(1) }));
    // @ts-expect-error the default has another type than its field
    void (() => configSchema({ words: z.int().default('ten') }));
  });

  test('infers the type of a configuration', () => {
    const Model = configSchema({ model: groupedMultipleChoice(supportedLlmModels).default('gpt-4o-mini') });
    expectTypeOf<'gpt-4o-mini'>().toExtend<z.infer<typeof Model>['model']>();
    expectTypeOf<string>().not.toExtend<z.infer<typeof Model>['model']>();
  });
});

describe('choices', () => {
  test('a default is one of the choices', () => {
    // @ts-expect-error "loud" is not a choice
    void (() => multipleChoice(['plain', 'formal']).default('loud'));
    // @ts-expect-error a list of choices has at least one
    void (() => multipleChoice([]));
    // @ts-expect-error "bass" is in no group
    void (() => groupedMultipleChoice({ Warm: ['alto'], Bright: ['soprano'] }).default('bass'));
  });

  test('the markers carry the choices', () => {
    expectTypeOf(multipleChoice(['a', 'b'])).toEqualTypeOf<MultipleChoice<'a' | 'b'>>();
    expectTypeOf(groupedMultipleChoice({ One: ['a'], Two: ['b'] })).toEqualTypeOf<
      GroupedMultipleChoice<{ readonly One: readonly ['a']; readonly Two: readonly ['b'] }>
    >();
  });
});

describe('ConfigManager.getFromRoute', () => {
  test('types the configuration by its schema', () => {
    const Search = configSchema({ matches: z.int().default(5) });
    expectTypeOf(ConfigManager.getFromRoute(Search)).resolves.toEqualTypeOf<{ matches: number }>();
    expectTypeOf(ConfigManager.getFromRoute()).resolves.toEqualTypeOf<Record<string, unknown>>();
    // @ts-expect-error a configuration schema has defaults
    void (() => ConfigManager.getFromRoute(z.object({ matches: z.int() })));
  });
});

describe('routingContextManager', () => {
  test('returns the result of its function', () => {
    expectTypeOf(routingContextManager({ config: {} }, () => 5)).toEqualTypeOf<number>();
    expectTypeOf(routingContextManager({}, async () => 'x')).toEqualTypeOf<Promise<string>>();
  });
});
