import * as fc from 'fast-check';
import { test } from 'vitest';
import { parseJson } from '../../src/contract/validation/parse-json.ts';
import { checkJson } from '../../src/http/check-json.ts';

function isJson(text: string): boolean {
  const check = checkJson(text);
  for (;;) {
    const step = check.next();
    if (step.done === true) return step.value;
  }
}

/** JSON in which a part was replaced: almost JSON, and sometimes JSON again. */
const almostJson = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.nat(),
    fc.nat(3),
    fc.constantFrom('', ',', '"', '\\', '}', ']', '-0', '1e5', ' ', '\u0000', 'null'),
  )
  .map(([text, at, length, inserted]) => {
    const start = text.length === 0 ? 0 : at % (text.length + 1);
    return text.slice(0, start) + inserted + text.slice(start + length);
  });

test('a text is JSON exactly if the engine parses it', () => {
  fc.assert(fc.property(fc.json(), (text) => isJson(text)));
  fc.assert(
    fc.property(almostJson, (text) => isJson(text) === (parseJson(text) !== undefined)),
    { numRuns: 300 },
  );
});
