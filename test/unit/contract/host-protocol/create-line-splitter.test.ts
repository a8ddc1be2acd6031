import { describe, expect, test } from 'vitest';
import { createLineSplitter } from '../../../../src/contract/host-protocol/create-line-splitter.ts';
import { InvalidMessage } from '../../../../src/contract/host-protocol/invalid-message.ts';

describe('createLineSplitter', () => {
  test.each([
    [
      ['a\n', 'b\n'],
      ['a', 'b'],
    ],
    [
      ['a\nb\nc', 'd\n'],
      ['a', 'b', 'cd'],
    ],
    [['a', '', 'b', '\n'], ['ab']],
    [['\n\n'], ['', '']],
    [['no end'], []],
  ])('reads %j as the lines %j', (pieces, lines) => {
    const split = createLineSplitter(() => 100);
    expect(pieces.flatMap((piece) => split(piece))).toEqual(lines);
  });

  test('accepts lines up to the limit', () => {
    const split = createLineSplitter(() => 4);
    expect(split('abcd\nabcd\nab')).toEqual(['abcd', 'abcd']);
    expect(split('cd')).toEqual([]);
    expect(split('\nabcd')).toEqual(['abcd']);
  });

  test.each([[['abcd']], [['a', 'bcd']], [['abcd\n', 'abcd', '\n', 'abcd']]])(
    'accepts %j up to the limit',
    (pieces) => {
      const split = createLineSplitter(() => 4);
      expect(() => pieces.forEach((piece) => split(piece))).not.toThrow();
    },
  );

  test.each([
    ['a whole line', ['abcde\n']],
    ['a line behind others', ['a\nabcde\n']],
    ['a line before it is complete', ['abcde']],
    ['a line of several pieces', ['ab', 'cd', 'e']],
    ['a line whose last piece ends it', ['abc', 'de\n']],
  ])('rejects %s that is longer', (_, pieces) => {
    const split = createLineSplitter(() => 4);
    expect(() => pieces.forEach((piece) => split(piece))).toThrow(
      new InvalidMessage('a message of more than 4 characters'),
    );
  });
});
