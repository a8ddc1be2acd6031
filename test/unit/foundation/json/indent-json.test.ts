import { expect, test } from 'vitest';
import { indentJson } from '../../../../src/foundation/json/indent-json.ts';

test.each(['1', '"a, [b]: \\"{"', '[]', '{ }', '[{"a":[1,"x"],"b":{}},[[]],null]', '{"a":{"b":[true,-1.5,{}]}}'])(
  '%s is laid out as JSON.stringify does',
  (text) => {
    expect(indentJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
    expect(indentJson(JSON.stringify(JSON.parse(text), null, 7))).toBe(indentJson(text));
  },
);

test('numbers, escapes and repeated keys stay as they are', () => {
  expect(indentJson('{"a":9007199254740993,"a":1.0,"b":"\\u00e9"}')).toBe(
    '{\n  "a": 9007199254740993,\n  "a": 1.0,\n  "b": "\\u00e9"\n}',
  );
  const long = `[${' '.repeat(200_000)}1e400]`;
  expect(indentJson(long)).toBe('[\n  1e400\n]');
});
