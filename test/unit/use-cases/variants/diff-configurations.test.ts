import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import type { Parameters } from '../../../../src/contract/variants/variant.ts';
import {
  type Configuration,
  diffConfigurations,
  diffWords,
} from '../../../../src/use-cases/variants/diff-configurations.ts';

function routes(defaults: Parameters): RouteSchema[] {
  const properties = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, { default: value }]));
  return [{ path: '/', name: 'x', config: { type: 'object', properties }, input: null, output: null, defaults }];
}

const CODE = routes({ words: 50, tone: 'plain' });

function given(set: Parameters, code: readonly RouteSchema[] = CODE, label = 'x@1'): Configuration {
  return { label, set, routes: code };
}

test('a stored value equals the same default of the code', () => {
  const diff = diffConfigurations(given({ words: 50 }), given({ tone: 'plain' }));
  expect([diff.fields, diff.routes]).toEqual([[], []]);
});

test('a changed field has its values, and which of them is the default', () => {
  expect(diffConfigurations(given({ words: 60 }), given({})).fields).toEqual([
    {
      field: 'words',
      kind: 'changed',
      before: 60,
      after: 50,
      before_is_default: false,
      after_is_default: true,
      words: null,
    },
  ]);
});

test('a field that only one side has is added or removed', () => {
  const { fields } = diffConfigurations(given({ old: null }), given({ words: 50, fresh: 1 }));
  expect(fields.map(({ field, kind, before, after }) => [field, kind, before, after])).toEqual([
    ['old', 'removed', null, null],
    ['fresh', 'added', null, 1],
  ]);
});

test('texts of several words are compared word by word, single words are not', () => {
  const { fields } = diffConfigurations(
    given({ prompt: 'be very kind', tone: 'plain' }),
    given({ prompt: 'be kind', tone: 'formal' }),
  );
  expect(fields.map(({ field, words }) => [field, words])).toEqual([
    ['tone', null],
    [
      'prompt',
      [
        { kind: 'same', text: 'be ' },
        { kind: 'removed', text: 'very ' },
        { kind: 'same', text: 'kind' },
      ],
    ],
  ]);
});

test('the diff of texts with nothing in common is limited', () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word}${index}`).join(' ');
  const { fields } = diffConfigurations(given({ prompt: text('a') }), given({ prompt: text('b') }));
  expect(fields[0]?.words).toBeNull();
});

test('schemas and defaults count only where both are known', () => {
  const known = diffConfigurations(given({}), given({}, routes({ words: 60, tone: 'plain' })));
  expect(known.fields.map(({ field, before, after }) => [field, before, after])).toEqual([['words', 50, 60]]);
  expect(known.routes.map(({ field, keyword }) => [field, keyword])).toEqual([['words', 'default']]);
  const unknown = diffConfigurations(given({ words: 50 }), given({ words: 50 }, []));
  expect([unknown.fields, unknown.routes]).toEqual([[], []]);
});

test('a field may have the name of an inherited property', () => {
  const { fields } = diffConfigurations(given({ constructor: 1 }), given({}));
  expect(fields).toMatchObject([{ field: 'constructor', kind: 'removed', before: 1, after: null }]);
});

test('messages are compared part by part, word by word inside texts', () => {
  const before = { messages: [{ role: 'user', content: 'be very kind' }] };
  const after = { messages: [{ role: 'user', content: 'be kind' }, 'x'], '/other': { messages: [1] } };
  const { fields } = diffConfigurations(given(before, []), given(after, []));
  expect(fields.map(({ field, kind, before: old, after: fresh, words }) => [field, kind, old, fresh, words])).toEqual([
    [
      'messages/0/content',
      'changed',
      'be very kind',
      'be kind',
      [
        { kind: 'same', text: 'be ' },
        { kind: 'removed', text: 'very ' },
        { kind: 'same', text: 'kind' },
      ],
    ],
    ['messages/1', 'added', null, 'x', null],
    ['/other:messages', 'added', null, [1], null],
  ]);
});

test('words are the same, removed or added', () => {
  expect(diffWords('a  b c', 'a  x c')).toEqual([
    { kind: 'same', text: 'a  ' },
    { kind: 'removed', text: 'b' },
    { kind: 'added', text: 'x' },
    { kind: 'same', text: ' c' },
  ]);
});

test('white space counts', () => {
  expect(diffWords('a b', 'a  b')?.some(({ kind }) => kind !== 'same')).toBe(true);
});
