import { expect, test } from 'vitest';
import { type CellType, parseCellTypes } from '../../../../src/evaluation/testset/cell-types.ts';
import { readWhole } from '../../../helpers/read-whole-testset.ts';

const typesOf = (typed: string) => ({ format: { types: parseCellTypes(typed), delimiter: null } });

/** Reads one cell, which a JSON file has, as a type. */
async function readCell(type: CellType, cell: unknown): Promise<unknown> {
  const { rows } = await readWhole({ name: 'x.json', text: JSON.stringify([{ a: cell }]), ...typesOf(`a=${type}`) });
  return rows[0]?.['a'];
}

test.each<[CellType, unknown, unknown]>([
  ['text', '', ''],
  ['text', 'a', 'a'],
  ['text', 7, '7'],
  ['text', null, null],
  ['json', '', null],
  ['json', null, null],
  ['json', '{"b":[1]}', { b: [1] }],
  ['json', { b: 1 }, { b: 1 }],
  ['messages', '[{"role":"user","content":"x","name":"y"}]', [{ role: 'user', content: 'x', name: 'y' }]],
  ['number', ' -1.5e3 ', -1500],
  ['number', 0, 0],
  ['number', '+.5', 0.5],
  ['number', '007', 7],
  ['json', '9007199254740993', '9007199254740993'],
  ['boolean', ' TRUE ', true],
  ['boolean', false, false],
])('a cell of type %s reads %j as %j', async (type, cell, value) => {
  expect(await readCell(type, cell)).toEqual(value);
});

test.each<[CellType, unknown, RegExp]>([
  ['json', '{', /The cell should be JSON, but it is not: .+\./],
  ['messages', '[]', /The cell should be a JSON list of \{"role", "content"\}, but it is not\./],
  ['messages', '[{"role":"","content":"x"}]', /but it is not\./],
  ['messages', '{', /but it is not: /],
  ['number', 'x', /The cell should be a number, but it is "x"\./],
  ['number', ' ', /The cell should be a number, but it is " "\./],
  ['number', 'Infinity', /it is "Infinity"/],
  ['number', '0x10', /it is "0x10"\./],
  ['number', '1,5', /it is "1,5": write a point before the decimals\./],
  ['number', '1.234,5', /write a point before the decimals\./],
  ['number', '9007199254740993', /a double cannot hold "9007199254740993": read the column as text\./],
  ['number', '1e400', /a double cannot hold "1e400"/],
  ['json', '['.repeat(1001), /The cell should be JSON, but it is nested more than 1000 deep\./],
  ['json', '{"a":1,"a":2}', /The cell should be JSON, but the key "a" occurs twice in one object\./],
  ['boolean', 'yes', /The cell should be true or false, but it is "yes"\./],
  ['boolean', 1, /it is 1\./],
])('a cell of type %s refuses %j', async (type, cell, message) => {
  await expect(readCell(type, cell)).rejects.toThrow(message);
});

test('a csv has types in its header, where a colon before anything else belongs to the name', async () => {
  const text =
    'q:json,chat:messages,n:number,ok:boolean,t:text,at:noon,a:b:text,:json,json,x:toString\n"[1]","[{""role"":""user"",""content"":""hi""}]",1e3,TRUE,2,3,4,5,6,7\n,,,,,,,,,\n';
  const { rows } = await readWhole({ name: 'x.csv', text });
  const untyped = { 'at:noon': '3', 'a:b': '4', ':json': '5', json: '6', 'x:toString': '7' };
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { q: [1], chat: [{ role: 'user', content: 'hi' }], n: 1000, ok: true, t: '2', ...untyped },
    { chat: null, n: null, ok: null, t: '', 'at:noon': '', 'a:b': '', ':json': '', json: '', 'x:toString': '' },
  ]);
});

test('--types overrides the header, and holds for a jsonl file', async () => {
  const read = await readWhole({ name: 'x.csv', text: 'a:number,b\n1,2\n', ...typesOf('a=text, b=json') });
  expect(read.rows.map((row) => ({ ...row }))).toEqual([{ a: '1', b: 2 }]);
  const text = '{"a":"[1]","b":2}\n{"b":"3"}';
  const jsonl = await readWhole({ name: 'x.jsonl', text, ...typesOf('a=json,b=text') });
  expect(jsonl.rows).toEqual([{ a: [1], b: '2' }, { b: '3' }]);
});

test.each([
  ['a:json\nok\n', /^x\.csv, line 2, column "a": The cell should be JSON, but it is not: /],
  ['b,a:messages\n1,"[{}]"\n', /^x\.csv, line 2, column "a": /],
  ['b,a:number\n"x\ny",1\nz,many\n', /^x\.csv, line 4, column "a": The cell should be a number, but it is "many"\.$/],
])('a cell of another type is refused with its position: %j', async (text, message) => {
  await expect(readWhole({ name: 'x.csv', text })).rejects.toThrow(message);
});

test.each([
  ['', {}],
  [' , ', {}],
  [' a = json , b=c=number', { a: 'json', 'b=c': 'number' }],
])('the types %j are read', (typed, types) => {
  expect({ ...parseCellTypes(typed) }).toEqual(types);
});

const WRITE = 'write COLUMN=TYPE, with the type text, json, messages, number, boolean.';

test.each([
  ['a', `--types cannot be "a": ${WRITE}`],
  ['=json', `--types cannot be "=json": ${WRITE}`],
  ['a=yaml', `--types cannot be "a=yaml": ${WRITE}`],
  ['a=constructor', `--types cannot be "a=constructor": ${WRITE}`],
  ['a=json,a=text', '--types gives the column "a" twice.'],
])('the types %j are refused', (typed, message) => {
  expect(() => parseCellTypes(typed)).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }) as Error);
});

test.each(['x.csv', 'x.json', 'x.jsonl'])('a type of a column that %s does not have is refused', async (name) => {
  const text = name === 'x.csv' ? 'a\n1\n' : name === 'x.json' ? '[{"a":1}]' : '{"a":1}';
  await expect(readWhole({ name, text, ...typesOf('b=json') })).rejects.toThrow(
    `--types names the column "b", but ${name} has only: a.`,
  );
});
