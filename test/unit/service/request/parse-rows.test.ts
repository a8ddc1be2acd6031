import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseExactJson } from '../../../../src/contract/validation/exact-json.ts';
import { createSlices } from '../../../../src/http/create-slices.ts';
import { parseRows, type RowsOptions } from '../../../../src/service/request/parse-rows.ts';

const parse = async (text: string, changes: Partial<RowsOptions> = {}) =>
  await parseRows(text, {
    field: 'rows',
    schema: z.record(z.string(), z.unknown()),
    parse: parseExactJson,
    maxValues: 20_000,
    maxRows: 3,
    slices: createSlices(),
    ...changes,
  });

const refused = (...detail: unknown[]) => ({ ok: false, refusal: { status: 422, detail } });

test.each([
  ['{"name":"t","rows":[{"a":1},{"b":"]"}]}', [{ a: 1 }, { b: ']' }], '{"name":"t","rows":[{}]}'],
  [
    '{ "rows" : [ {"a":[1,{"b":2}]} , {} ] , "name" : "t" }',
    [{ a: [1, { b: 2 }] }, {}],
    '{ "rows" : [{}] , "name" : "t" }',
  ],
  ['{"rows":[]}', [], '{"rows":[]}'],
])('the rows of %s are split from the rest', async (text, rows, rest) => {
  expect(await parse(text)).toEqual({ ok: true, value: { rows, rest } });
});

test.each(['{"name":"t"}', '{"rows":{"a":[1]}}', '[1]', '', '{"rows"', '"rows"'])('%j has no rows', async (text) => {
  expect(await parse(text)).toEqual({ ok: true, value: { rows: null, rest: text } });
});

test('the rest keeps a valid row', async () => {
  const schema = z.object({ a: z.number() });
  expect(await parse('{"rows":[{"a":1},{"a":2}]}', { schema })).toMatchObject({
    value: { rest: '{"rows":[{"a":1}]}' },
  });
});

test('numbers keep their digits, and equal keys are found where they are', async () => {
  expect(await parse('{"rows":[{"a":9007199254740993}]}')).toMatchObject({
    value: { rows: [{ a: '9007199254740993' }] },
  });
  expect(await parse('{"rows":[{},{"a":1,"a":2}]}')).toMatchObject(
    refused({ loc: ['body', 19], type: 'json_invalid' }),
  );
});

test.each([
  ['{"rows":[{"a":1},3,"x"]}', { loc: ['body', 'rows', 1], type: 'object_type' }],
  ['{"rows":[{},{},{},{}]}', { loc: ['body', 'rows'], msg: 'Input should have at most 3 items', type: 'too_long' }],
  [`{"rows":[{},{"a":[${'1,'.repeat(30_000)}1]}]}`, { loc: ['body', 'rows', 1], type: 'too_long' }],
  [`{"rows":[{"a":${'['.repeat(50_000)}`, { loc: ['body', 'rows', 0], type: 'json_invalid' }],
  ['{"rows":[{"a":tru}]}', { loc: ['body'], type: 'json_invalid' }],
  ['{"rows":[{"a":1} {"b":1}]}', { loc: ['body', 17], type: 'json_invalid' }],
  ['{"rows":[{"a":1}', { loc: ['body', 16], type: 'json_invalid' }],
  ['{"rows":[{"a":1},]}', { type: 'json_invalid' }],
])('%s is refused', async (text, item) => {
  const answer = await parse(text);
  expect(answer).toMatchObject({ ok: false, refusal: { status: 422 } });
  const items = answer.ok ? [] : (answer.refusal.detail as unknown[]); // a 422 has items
  expect(items[0]).toMatchObject(item);
});

test('a long list is whole, although others run between its slices', async () => {
  const slices = {
    begin: () => {
      let left = 100;
      return () => (left -= 1) < 0;
    },
    pause: async () => undefined,
  };
  const rows = Array.from({ length: 1000 }, (_, index) => ({ a: `${index}` }));
  expect(await parse(JSON.stringify({ rows }), { maxRows: 1000, slices })).toMatchObject({ ok: true, value: { rows } });
});
