import { expect, test } from 'vitest';
import { parseFileFormat } from '../../../../src/evaluation/testset/file-format.ts';
import { kindOfName, kindOfText } from '../../../../src/evaluation/testset/file-kind.ts';

test.each([
  ['a.csv', 'csv'],
  ['a.b.TSV', 'tsv'],
  ['a.json', 'json'],
  ['a.jsonl', 'jsonl'],
  ['a.ndjson', 'jsonl'],
  ['a.txt', null],
  ['a.constructor', null],
  ['csv', null],
  ['a.csv.gz', null],
  ['', null],
])('the name %j is that of a file of the kind %j', (name, kind) => {
  expect(kindOfName(name)).toBe(kind);
});

test.each([
  ['', null],
  [' \n', null],
  [' [', 'json'],
  ['\n{', 'jsonl'],
  ['a,b', 'csv'],
  ['"a"', 'csv'],
])('the text %j begins a file of the kind %j', (text, kind) => {
  expect(kindOfText(text)).toBe(kind);
});

test('a format is read as typed', () => {
  expect(parseFileFormat({ types: null, delimiter: null, format: null })).toEqual({
    types: {},
    delimiter: null,
    kind: null,
  });
  expect(parseFileFormat({ types: 'a=json', delimiter: 'tab', format: 'jsonl' })).toEqual({
    types: { a: 'json' },
    delimiter: '\t',
    kind: 'jsonl',
  });
  expect(parseFileFormat({ types: null, delimiter: ';', format: 'xml' })).toMatchObject({ delimiter: ';', kind: null });
});
