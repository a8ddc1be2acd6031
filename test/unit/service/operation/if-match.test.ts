import { expect, test } from 'vitest';
import { readIfMatch, requireMatch, toEntityTag } from '../../../../src/service/operation/if-match.ts';

const read = (header?: string) =>
  readIfMatch({ headers: new Headers(header === undefined ? {} : { 'if-match': header }) });

test.each([
  [undefined, null],
  ['*', null],
  ['"3"', ['"3"']],
  [' "3" , W/"4" ', ['"3"', 'W/"4"']],
])('the header %j permits %j', (header, tags) => {
  expect(read(header)).toEqual(tags);
});

test.each(['3', '"3', '"3", 4', 'x"3"', '"3"x', ''])('the header %j is refused', (header) => {
  expect(() => read(header)).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: 'Input should be entity tags in quotes, as in "3".',
      details: [
        { loc: ['header', 'if-match'], msg: 'Input should be entity tags in quotes, as in "3"', type: 'entity_tag' },
      ],
    }),
  );
});

test('a record at one of the revisions matches', () => {
  expect(toEntityTag(3)).toBe('"3"');
  expect(requireMatch(null, 'Variant "a"', 3)).toBeUndefined();
  expect(requireMatch(['"2"', '"3"'], 'Variant "a"', 3)).toBeUndefined();
});

test.each([[['"2"']], [['W/"3"']], [[]]])('a record at another revision than %j is refused', (tags) => {
  expect(() => requireMatch(tags, 'Variant "a"', 3)).toThrow(
    'Variant "a" is now at revision 3: somebody else changed it first.',
  );
});
