import { describe, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import {
  chatMessages,
  type ChatMessages,
  ConfigManager,
  configSchema,
  fillMessages,
  groupedMultipleChoice,
  type GroupedMultipleChoice,
  multipleChoice,
  type MultipleChoice,
  outputSchema,
  routingContextManager,
  supportedLlmModels,
  tools,
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
    // @ts-expect-error a custom schema is not one of the kinds
    void (() => configSchema({ words: z.custom<string>().default('') }));
    // @ts-expect-error the default has another type than its field
    void (() => configSchema({ words: z.int().default('ten') }));
  });

  test('infers the type of a configuration', () => {
    const Model = configSchema({ model: groupedMultipleChoice(supportedLlmModels).default('gpt-6-luna') });
    expectTypeOf<'gpt-6-luna'>().toExtend<z.infer<typeof Model>['model']>();
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

describe('chatMessages, tools and outputSchema', () => {
  const Structured = configSchema({
    messages: chatMessages({ variables: ['text', 'tone'] }).default([{ role: 'user', content: '{text}' }]),
    plain: chatMessages().default([]),
    tools: tools({ names: ['search'] }).default([{ name: 'search', parameters: {} }]),
    any: tools().describe('Any tool.').default([]),
    answer: outputSchema().default({ type: 'object' }),
  });
  type Config = z.infer<typeof Structured>;

  test('infer the type of their values', () => {
    expectTypeOf<Config['messages']>().toEqualTypeOf<ChatMessages<'text' | 'tone'>>();
    expectTypeOf<Config['messages'][number]['role']>().toEqualTypeOf<'system' | 'user' | 'assistant'>();
    expectTypeOf<Config['tools'][number]['name']>().toEqualTypeOf<'search'>();
    expectTypeOf<Config['any'][number]['name']>().toEqualTypeOf<string>();
    expectTypeOf<Config['answer']>().toEqualTypeOf<Readonly<Record<string, unknown>>>();
    // Model libraries take lists of their own type.
    expectTypeOf<Config['plain']>().toExtend<{ role: 'system' | 'user' | 'assistant'; content: string }[]>();
  });

  test('a default fits its field', () => {
    // @ts-expect-error no provider has the role
    void (() => chatMessages().default([{ role: 'usr', content: '' }]));
    // @ts-expect-error a message has a text
    void (() => chatMessages().default([{ role: 'user' }]));
    // @ts-expect-error the code has no tool of this name
    void (() => tools({ names: ['search'] }).default([{ name: 'serch', parameters: {} }]));
    // @ts-expect-error a tool has a schema
    void (() => tools().default([{ name: 'search' }]));
    // @ts-expect-error a schema is an object
    void (() => outputSchema().default('object'));
  });

  test('fillMessages needs the value of every variable', () => {
    const { messages, plain } = Structured.parse({});
    void (() => fillMessages(messages, { text: 'a', tone: 1 }));
    void (() => fillMessages(plain, {}));
    // @ts-expect-error "tone" is missing
    void (() => fillMessages(messages, { text: 'a' }));
    // @ts-expect-error "txt" is not a variable
    void (() => fillMessages(messages, { text: 'a', tone: 'b', txt: 'c' }));
    // @ts-expect-error an object is not a value
    void (() => fillMessages(messages, { text: {}, tone: 'b' }));
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
