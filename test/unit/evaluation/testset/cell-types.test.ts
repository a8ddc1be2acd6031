import { expect, test } from 'vitest';
import {
  parseCellTypes,
  requireTypedColumns,
  splitHeader,
  typeCell,
  typeRow,
  type CellType,
} from '../../../../src/evaluation/testset/cell-types.ts';

const PLACE = { name: 'cases.csv', line: 3, column: 'a' };

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
])('a cell of type %s reads %j as %j', (type, cell, value) => {
  expect(typeCell(type, cell, PLACE)).toEqual(value);
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
  ['json', '{"a":1,"a":2}', /The cell should be JSON, but the key "a" occurs twice in one object\./],
  ['boolean', 'yes', /The cell should be true or false, but it is "yes"\./],
  ['boolean', 1, /it is 1\./],
])('a cell of type %s refuses %j', (type, cell, message) => {
  expect(() => typeCell(type, cell, PLACE)).toThrow(message);
});

test.each([
  ['a', { column: 'a', type: null }],
  ['a:json', { column: 'a', type: 'json' }],
  ['a:b:text', { column: 'a:b', type: 'text' }],
  ['a:other', { column: 'a:other', type: null }],
  [':json', { column: ':json', type: null }],
  ['json', { column: 'json', type: null }],
  ['a:toString', { column: 'a:toString', type: null }],
])('the header %j is split', (header, split) => {
  expect(splitHeader(header)).toEqual(split);
});

test.each([
  ['', {}],
  [' , ', {}],
  [' a = json , b=c=number', { a: 'json', 'b=c': 'number' }],
])('the types %j are read', (typed, types) => {
  expect({ ...parseCellTypes(typed) }).toEqual(types);
});

test.each([
  ['a', '--types cannot be "a": write COLUMN=TYPE, with the type text, json, messages, number, boolean.'],
  ['=json', '--types cannot be "=json": write COLUMN=TYPE, with the type text, json, messages, number, boolean.'],
  ['a=x', '--types cannot be "a=x": write COLUMN=TYPE, with the type text, json, messages, number, boolean.'],
  ['a=json,a=text', '--types gives the column "a" twice.'],
])('the types %j are refused', (typed, message) => {
  expect(() => parseCellTypes(typed)).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }) as Error);
});

test('the cells of a row get their types, the others stay', () => {
  const row = { a: '1', b: '2' };
  expect(typeRow({ a: 'number', c: 'json' }, row, PLACE)).toEqual({ a: 1, b: '2' });
  expect(typeRow({ c: 'json' }, row, PLACE)).toBe(row);
});

test('a type of an unknown column is refused', () => {
  expect(() => requireTypedColumns('cases.csv', { a: 'json' }, ['a', 'b'])).not.toThrow();
  expect(() => requireTypedColumns('cases.csv', { a: 'json', c: 'json' }, ['a', 'b'])).toThrow(
    '--types names the column "c", but cases.csv has only: a, b.',
  );
});
