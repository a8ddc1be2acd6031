import { describe, expect, test } from 'vitest';
import { isWfError } from '../../../../src/errors/wf-error.ts';
import { parseCellTypes } from '../../../../src/evaluation/testset/cell-types.ts';
import { readWhole } from '../../../helpers/read-whole-testset.ts';

const refusal = async (name: string, text: string | Uint8Array): Promise<string> => {
  try {
    await readWhole({ name, text });
  } catch (error) {
    if (isWfError(error) && error.code === 'WF_TESTSET_INVALID') return error.message;
    throw error;
  }
  return 'accepted';
};

describe('cells of a type', () => {
  const typesOf = (typed: string) => ({ format: { types: parseCellTypes(typed), delimiter: null } });

  test('are read as the header says', async () => {
    const text =
      'q:json,chat:messages,n:number,ok:boolean,t:text,at:noon\n"[1]","[{""role"":""user"",""content"":""hi""}]",1e3,TRUE,2,3\n,,,,,\n';
    const { rows } = await readWhole({ name: 'x.csv', text });
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { q: [1], chat: [{ role: 'user', content: 'hi' }], n: 1000, ok: true, t: '2', 'at:noon': '3' },
      { chat: null, n: null, ok: null, t: '', 'at:noon': '' },
    ]);
  });

  test('are read as --types says, which overrides the header', async () => {
    const read = await readWhole({ name: 'x.csv', text: 'a:number,b\n1,2\n', ...typesOf('a=text, b=json') });
    expect(read.rows.map((row) => ({ ...row }))).toEqual([{ a: '1', b: 2 }]);
    const jsonl = await readWhole({
      name: 'x.jsonl',
      text: '{"a":"[1]","b":2}\n{"b":"3"}',
      ...typesOf('a=json,b=text'),
    });
    expect(jsonl.rows).toEqual([{ a: [1], b: '2' }, { b: '3' }]);
  });

  test.each([
    ['a:json\nok\n', /^x\.csv, line 2, column "a": The cell should be JSON, but it is not: /],
    [
      'b,a:messages\n1,"[{}]"\n',
      /column "a": The cell should be a JSON list of \{"role", "content"\}, but it is not\.$/,
    ],
    ['b,a:number\n"x\ny",1\nz,many\n', /^x\.csv, line 4, column "a": The cell should be a number, but it is "many"\.$/],
    ['a:boolean\nyes\n', /The cell should be true or false, but it is "yes"\.$/],
    ['a:json,a\n1,2\n', /Columns 1 and 2 of the header line have the same name/],
  ])('of another type are refused with their position: %j', async (text, message) => {
    expect(await refusal('x.csv', text)).toMatch(message);
  });

  test.each([
    ['a', 'write COLUMN=TYPE'],
    ['=json', 'write COLUMN=TYPE'],
    ['a=yaml', 'write COLUMN=TYPE, with the type text, json, messages, number, boolean'],
    ['a=constructor', 'write COLUMN=TYPE'],
    ['a=json,a=text', 'gives the column "a" twice'],
  ])('--types %s is refused', (typed, message) => {
    expect(() => parseCellTypes(typed)).toThrow(message);
  });

  test.each(['x.csv', 'x.json', 'x.jsonl'])('of a column that %s does not have are refused', async (name) => {
    const text = name === 'x.csv' ? 'a\n1\n' : name === 'x.json' ? '[{"a":1}]' : '{"a":1}';
    await expect(readWhole({ name, text, ...typesOf('b=json') })).rejects.toThrow(
      `--types names the column "b", but ${name} has only: a.`,
    );
  });
});
