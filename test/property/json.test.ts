import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactJson } from '../../src/contract/validation/exact-json.ts';
import { parseJson } from '../../src/contract/validation/parse-json.ts';
import { createElementSplitter } from '../../src/evaluation/testset/element-splitter.ts';
import { checkJson, findExcess, type JsonLimits, locateJsonError } from '../../src/foundation/json/check-json.ts';
import { listMembers, skipValue } from '../../src/foundation/json/json-members.ts';

function check(text: string, limits: JsonLimits = {}) {
  const steps = checkJson(text, limits);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

const isJson = (text: string): boolean => parseJson(text) !== undefined;

/** JSON without a number that a double cannot hold. */
const json = fc.json({ maxDepth: 4 });

/** JSON in which a part was replaced: almost JSON, and sometimes JSON again. */
const almostJson = fc
  .tuple(
    json,
    fc.nat(),
    fc.nat(3),
    fc.constantFrom('', ',', '"', '\\', '}', ']', '-0', '1e5', '1.', ' ', '\n', '\u0000', 'null', 'tru', '\\u00'),
  )
  .map(([text, at, length, inserted]) => {
    const start = text.length === 0 ? 0 : at % (text.length + 1);
    return text.slice(0, start) + inserted + text.slice(start + length);
  });

/** Whether a beginning could still become JSON, by what the engine says of it. */
function couldBecomeJson(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1];
    return /end of JSON input|Unterminated string/.test(String(error)) || Number(position) >= beginning.length;
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const countCommas = (text: string) => text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(',').length - 1;
const countLists = (text: string) => text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(/[[{]/).length - 1;

/** Beginnings and ends of a list or of an object that make a text long enough to be counted. */
const LONG: readonly [string, string] = [`["${'x'.repeat(40_000)}",`, ']'];

const RULES: Readonly<Record<string, (text: string) => void>> = {
  'is checked as the engine parses it': (text) => {
    expect(check(text) === null).toBe(isJson(text));
  },
  'is wrong at the first character that no JSON has': (text) => {
    const problem = check(text);
    if (problem === null) return;
    expect(couldBecomeJson(text.slice(0, problem.at))).toBe(true);
    if (problem.at < text.length) expect(couldBecomeJson(text.slice(0, problem.at + 1))).toBe(false);
    const lines = text.slice(0, problem.at).split('\n');
    expect(locateJsonError(text)).toEqual({ line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 });
  },
  'exceeds a depth that is less than its own': (text) => {
    if (!isJson(text)) return;
    const depth = depthOf(JSON.parse(text));
    expect(check(text, { maxDepth: depth })).toBeNull();
    if (depth > 0) expect(check(text, { maxDepth: depth - 1 })).toMatchObject({ kind: 'depth' });
    const [begin, end] = LONG;
    expect(findExcess(begin + text + end, { maxDepth: depth + 1 })).toBeNull();
    if (depth > 0) expect(findExcess(begin + text + end, { maxDepth: depth })).toBe('depth');
  },
  'exceeds a number of values that is less than its own': (text) => {
    if (!isJson(text)) return;
    const values = countCommas(text) + countLists(text);
    expect(check(text, { maxValues: values })).toBeNull();
    if (values > 0) expect(check(text, { maxValues: values - 1 })).toMatchObject({ kind: 'values' });
    const [begin, end] = LONG;
    expect(findExcess(begin + text + end, { maxValues: values + 2 })).toBeNull();
    expect(findExcess(begin + text + end, { maxValues: values + 1 })).toBe('values');
  },
  'ends where its value ends': (text) => {
    if (!isJson(text)) return;
    const value = text.trim();
    expect(skipValue(`${value},1`, 0)).toBe(value.length);
    expect([...listMembers(`{"a":${value},"b":1}`)]).toEqual([
      { key: 'a', start: 5 },
      { key: 'b', start: 5 + value.length + 5 },
    ]);
  },
  'is an element of a list, wherever the list is cut': (text) => {
    if (!isJson(text)) return;
    const element = `[${text}]`;
    for (const step of [1, 3, 1000]) {
      const splitter = createElementSplitter('rows.json');
      const list = `[ ${element},\n${element}]`;
      const parts = Array.from({ length: Math.ceil(list.length / step) }, (_, at) =>
        list.slice(at * step, (at + 1) * step),
      );
      const found = [...parts.flatMap((part) => splitter.push(part)), ...splitter.finish()];
      expect(found.map((one) => one.text)).toEqual([element, element]);
    }
  },
};

test.each(Object.entries(RULES))('a text %s', (_, rule) => {
  fc.assert(fc.property(json, rule));
  fc.assert(fc.property(almostJson, rule), { numRuns: 300 });
});

test('a text parses to the value of the engine, or is refused as it is', () => {
  fc.assert(
    fc.property(json, (text) => {
      expect(parseExactJson(text)).toEqual(JSON.parse(text));
    }),
  );
  fc.assert(
    fc.property(almostJson, (text) => {
      if (!isJson(text)) expect(() => parseExactJson(text)).toThrow(SyntaxError);
    }),
  );
});
