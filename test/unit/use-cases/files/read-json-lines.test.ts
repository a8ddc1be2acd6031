import { expect, test } from 'vitest';
import { readJsonLines } from '../../../../src/use-cases/files/read-json-lines.ts';

/** @yields the parts */
async function* from(...parts: readonly string[]) {
  yield* parts;
}

test('each line is a value, wherever the parts are cut', async () => {
  expect(await readJsonLines(from('{"a"', ':1}\n', '\n"b\\n"\n3'))).toEqual([{ a: 1 }, 'b\n', 3]);
  expect(await readJsonLines(from())).toEqual([]);
});
