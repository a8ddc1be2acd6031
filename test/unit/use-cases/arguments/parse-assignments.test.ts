import { expect, test } from 'vitest';
import { parseAssignments } from '../../../../src/use-cases/arguments/parse-assignments.ts';

test.each<[string, unknown]>([
  ['x=1', 1],
  ['x=-0.5', -0.5],
  ['x=true', true],
  ['x=null', null],
  ['x=[1,2]', [1, 2]],
  ['x={"a":1}', { a: 1 }],
  ['x=plain words', 'plain words'],
  ['x=', ''],
  ['x=a=b', 'a=b'],
  ['x="quoted"', '"quoted"'],
  ['x=007', '007'],
  ['x=1e999', '1e999'],
  ['x=12345678901234567890', '12345678901234567890'],
  ['x={broken', '{broken'],
  [' x =1', 1],
])('%j is %j', (assignment, value) => {
  expect(parse([assignment])).toEqual({ x: value });
});

test.each([
  [{ type: 'string' }, '1', '1'],
  [{ type: 'string' }, 'true', 'true'],
  [{ enum: ['1', '2'] }, '1', '1'],
  [{ enum: [1, 2] }, '1', 1],
  [{ type: 'number' }, '1', 1],
  [{ type: 'number' }, 'many', 'many'],
  [{ type: 'boolean' }, 'false', false],
])('a field of %j parses %j as %j', (field, text, value) => {
  expect(parse([`x=${text}`], { x: field })).toEqual({ x: value });
});

const MESSAGES = { type: 'array', 'x-parameter': 'chat_messages' };

test('messages are JSON', () => {
  expect(parse(['x=[{"role":"user","content":"1"}]'], { x: MESSAGES })).toEqual({
    x: [{ role: 'user', content: '1' }],
  });
});

test.each([
  ['Be kind', '--set x takes JSON, and the value is not JSON at line 1, column 1.'],
  ['[\n{"role": user}]', '--set x takes JSON, and the value is not JSON at line 2, column 10.'],
  ['"text"', '--set x takes JSON, a list or an object, and not a text.'],
])('messages that are %j are rejected: %s', (text, message) => {
  const nextSteps = ['--set x=@FILE reads it from a file'];
  expect(() => parse([`x=${text}`], { x: MESSAGES })).toThrow(
    expect.objectContaining({ code: 'WF_INVALID_INPUT', message, nextSteps }),
  );
});

test('a field may have the name of an inherited method', () => {
  expect(parse(['toString=1', '__proto__=2'])).toEqual(JSON.parse('{"toString":1,"__proto__":2}'));
});

test.each([
  [['words'], '--set "words" has no "=". Write it as --set key=value.'],
  [['=80'], '--set "=80" has no key before "=". Write it as --set key=value.'],
  [['  =80'], '--set "  =80" has no key before "=". Write it as --set key=value.'],
  [['words=1', 'words=2'], '--set gives "words" twice.'],
])('%j is rejected: %s', (assignments, message) => {
  expect(() => parse(assignments)).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }));
});

function parse(assignments: string[], fields = {}): Record<string, unknown> {
  return parseAssignments({ flag: '--set', assignments, fields });
}

test('a key similar to a field is rejected, unless other fields are allowed', () => {
  const asked = { flag: '--set', assignments: ['treshold=3', 'other=1'], fields: { threshold: { type: 'number' } } };
  expect(() => parseAssignments(asked)).toThrow(
    '--set has no field "treshold" to give a value. Did you mean threshold?',
  );
  expect(parseAssignments({ ...asked, isOpen: true })).toEqual({ treshold: 3, other: 1 });
});
