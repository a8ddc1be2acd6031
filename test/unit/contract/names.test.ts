import { describe, expect, test } from 'vitest';
import { EvaluatorName, ListedName, Name, StoredName } from '../../../src/contract/validation/fields.ts';
import { toSkeleton } from '../../../src/service/store/names/name-skeleton.ts';
import { messagesOf } from '../../helpers/messages-of.ts';

const REVISION = 'A name must not end in "@" and a number, which means a revision';
const hidden = (point: string) => `A name must not contain ${point}, which is not a visible character`;

test.each([
  ['tuned@1', REVISION],
  ['tuned@001', REVISION],
  ['tuned＠１', REVISION],
  ['tuned@١', REVISION],
  ['019443a5-0000-7b3c-9a56-8f2e2c1d0a11', 'A name must not have the form of an id'],
  ['-v', 'A name must not begin with "-", as options do'],
  ['..', 'A name must not be "." or "..", which addresses leave out'],
  ['tu\u202ened', hidden('U+202E')],
  ['tuned\u200b.', hidden('U+200B')],
  ['tu\u200dned', hidden('U+200D')],
  ['tuned\uffff', hidden('U+FFFF')],
  ['tuned\ue000', hidden('U+E000')],
  ['tuned\u0378', hidden('U+0378')],
  ['tuned\u3164x', hidden('U+3164')],
  ['a\u2028b', hidden('U+2028')],
  ['аnna', 'Write the word "аnna" in one script: it mixes Latin (U+006E) and Cyrillic (U+0430)'],
])('a new record cannot be called %j', (name, message) => {
  expect(messagesOf(Name, name)).toEqual([message]);
  expect(messagesOf(StoredName, name)).toBeNull();
});

test.each([
  ['tuned', 'tuned'],
  [' tuned ', 'tuned'],
  ['cafe\u0301', 'café'],
  ['a@b', 'a@b'],
  ['tuned@1.2', 'tuned@1.2'],
  ['support.default', 'support.default'],
  ['gpt-4o, cheap: 50 % / "short"', 'gpt-4o, cheap: 50 % / "short"'],
  ['модель v2', 'модель v2'],
  ['Δ β-test', 'Δ β-test'],
  ['東京tokyo', '東京tokyo'],
  ['👩‍👩‍👧 ❤️ 1️⃣', '👩‍👩‍👧 ❤️ 1️⃣'],
  ['نامه\u200cای', 'نامه\u200cای'],
  ['क्\u200dष', 'क्\u200dष'],
])('%j is stored as %j', (name, stored) => {
  expect(Name.parse(name)).toBe(stored);
});

test('names that commands take in lists contain none of their separators', () => {
  const comma = ['A name of this kind must not contain ",", which separates names in a list'];
  expect(messagesOf(ListedName, 'a,b')).toEqual(comma);
  expect(messagesOf(EvaluatorName, 'a,b')).toEqual(comma);
  expect(messagesOf(EvaluatorName, 'a:b')).toHaveLength(1);
  expect(messagesOf(ListedName, 'env:a')).toEqual([
    'A name of this kind must not begin with "env:" or "variant:", which say what a name is of',
  ]);
});

describe('names look alike', () => {
  test.each([
    ['tuned', 'tunеd'],
    ['СОР', 'COP'],
    ['café', 'cafe\u0301'],
    ['ｔｕｎｅｄ', 'tuned'],
    ['𝐭uned', 'tuned'],
    ['v1', 'vl'],
    ['O', '0'],
    ['a b', 'a\u00a0 b'],
    ['نامه\u200cای', 'نامهای'],
    ['a-b', 'a‐b'],
  ])('as in %j and %j', (one, other) => {
    expect(toSkeleton(one)).toBe(toSkeleton(other));
  });

  test.each([
    ['tuned', 'Tuned'],
    ['café', 'cafe'],
    ['corn', 'com'],
    ['v1', 'v2'],
    ['модель', 'модели'],
  ])('and others do not: %j and %j', (one, other) => {
    expect(toSkeleton(one)).not.toBe(toSkeleton(other));
  });
});
