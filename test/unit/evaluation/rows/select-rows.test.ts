import { expect, test } from 'vitest';
import { parseCondition } from '../../../../src/evaluation/rows/parse-condition.ts';
import { selectRows, type SelectRowsOptions } from '../../../../src/evaluation/rows/select-rows.ts';
import { evaluationOf, rowOf, streamOf } from '../../../helpers/evaluation-records.ts';

const ROWS = [
  rowOf({ input: 'late refund', scores: { exact_match: true }, latency: 0.4, output: 'billing', cost: 0.02 }),
  rowOf({ input: 'crash', scores: { exact_match: false }, latency: 1.5, output: '' }),
  rowOf({ input: 'Refund', scores: { exact_match: null }, latency: null, output: 'other', cost: 0.01 }),
  rowOf({ input: 'hello', scores: { exact_match: false }, latency: 0.2, output: 'other' }),
];

async function select(where: readonly string[], options: Partial<SelectRowsOptions> = {}) {
  const page = { sort: null, isDescending: false, offset: 0, limit: 10, ...options };
  const rows = { evaluation: evaluationOf(), rows: () => streamOf(ROWS) };
  const { rows: selected, hasMore } = await selectRows(rows, { conditions: where.map(parseCondition), ...page });
  return { places: selected.map(({ row }) => row), hasMore };
}

test.each([
  [['exact_match=false'], [2, 4]],
  [['exact_match=true'], [1]],
  [['exact_match='], [3]],
  [['error=true'], [3]],
  [['error=false'], [1, 2, 4]],
  [['error~NOT judged'], [3]],
  [['error='], [1, 2, 4]],
  [['error!='], [3]],
  [['error!=true'], [1, 2, 4]],
  [['latency!=true'], [1, 2, 3, 4]],
  [['latency~0.4'], [1]],
  [['latency!='], [1, 2, 4]],
  [['exact_match>0.5'], [1]],
  [['latency>0.3'], [1, 2]],
  [['latency<=0.2'], [4]],
  [['cost!=0.02', 'cost>0'], [3]],
  [['text~refund'], [1, 3]],
  [['output='], [2]],
  [['output!=other'], [1, 2]],
  [['correct_answer>crash', 'exact_match=false'], [4]],
  [[], [1, 2, 3, 4]],
])('rows with %j are %j', async (where, places) => {
  expect((await select(where)).places).toEqual(places);
});

test.each([
  ['EVALUATION_CANCELLED', 'error=true', [1]],
  ['EVALUATION_CANCELLED', 'error=false', [2, 3]],
  ['EVALUATION_FINISHED', 'error=true', [1, 3]],
])('of a row that was never called, %s and %s is %j', async (value, where, places) => {
  const evaluation = evaluationOf({ status: { type: 'status', value } });
  const [first, second] = [
    rowOf({ input: 'failed', scores: { exact_match: null } }),
    rowOf({ input: 'good', output: 'x' }),
  ];
  const never = { ...rowOf({ input: 'never' }), outputs: [], results: [] };
  const rows = () => streamOf([first, second, never]);
  const options = { conditions: [parseCondition(where)], sort: null, isDescending: false, offset: 0, limit: 10 };
  expect((await selectRows({ evaluation, rows }, options)).rows.map(({ row }) => row)).toEqual(places);
});

test('a row with scores and no output failed, also in a stopped evaluation', async () => {
  const evaluation = evaluationOf({ status: { type: 'status', value: 'EVALUATION_INTERRUPTED' } });
  const rows = () => streamOf([{ ...rowOf({ input: 'a', scores: { exact_match: true } }), outputs: [] }]);
  const conditions = [parseCondition('error=true')];
  const found = await selectRows(
    { evaluation, rows },
    { conditions, sort: null, isDescending: false, offset: 0, limit: 1 },
  );
  expect(found.rows).toHaveLength(1);
});

test.each([
  ['shortReply:words=20=false', 'shortReply:words=20', '=', 'false'],
  ['shortReply:words=20!=false', 'shortReply:words=20', '!=', 'false'],
  ['regex_test:regex_pattern=a>b>=0.5', 'regex_test:regex_pattern=a>b', '>=', '0.5'],
  ['text=a=b', 'text', '=', 'a=b'],
  ['note:x=1', 'note:x', '=', '1'],
])('%s ends its field at the right sign', (text, field, sign, wanted) => {
  expect(parseCondition(text)).toMatchObject({ field, sign, wanted });
});

test('rows without a value come last in either direction', async () => {
  expect((await select([], { sort: 'latency' })).places).toEqual([4, 1, 2, 3]);
  expect((await select([], { sort: 'latency', isDescending: true })).places).toEqual([2, 1, 4, 3]);
  expect((await select([], { sort: 'text' })).places).toEqual([3, 2, 4, 1]);
});

test('rows with equal values stay in their order, in either direction', async () => {
  expect((await select([], { sort: 'output' })).places).toEqual([2, 1, 3, 4]);
  expect((await select([], { sort: 'output', isDescending: true })).places).toEqual([3, 4, 1, 2]);
  expect((await select([], { sort: 'exact_match' })).places).toEqual([2, 4, 1, 3]);
});

test.each([1, 3, 400])('the first %d of many rows are found in order', async (limit) => {
  const rows = Array.from({ length: 500 }, (_, index) => rowOf({ input: 'x', latency: (index * 271) % 500 }));
  const options = { conditions: [], sort: 'latency', isDescending: false, offset: 0, limit };
  const found = await selectRows({ evaluation: evaluationOf(), rows: () => streamOf(rows) }, options);
  expect(found.rows.map(({ outputs }) => outputs[0]?.latency)).toEqual(Array.from({ length: limit }, (_, at) => at));
});

test('values of which one is text are sorted as text', async () => {
  const rows = ['b', 10, 'a', 9].map((value) => ({
    ...rowOf({ input: 'x' }),
    inputs: [{ name: 'cell', type: 'text', value }],
  }));
  const options = { conditions: [], sort: 'cell', isDescending: false, offset: 0, limit: 10 };
  const { rows: sorted } = await selectRows({ evaluation: evaluationOf(), rows: () => streamOf(rows) }, options);
  expect(sorted.map(({ inputs }) => inputs[0]?.value)).toEqual([9, 10, 'a', 'b']);
});

test('without any row, every field is right', async () => {
  const options = { conditions: [parseCondition('a=1')], sort: 'b', isDescending: false, offset: 0, limit: 10 };
  const none = { evaluation: evaluationOf(), rows: () => streamOf([]) };
  expect(await selectRows(none, options)).toEqual({ rows: [], hasMore: false });
});

test('a page knows whether another follows', async () => {
  expect(await select([], { limit: 3 })).toEqual({ places: [1, 2, 3], hasMore: true });
  expect(await select([], { limit: 3, offset: 3 })).toEqual({ places: [4], hasMore: false });
  expect(await select([], { limit: 2, sort: 'latency', offset: 2 })).toEqual({ places: [2, 3], hasMore: false });
});

test('an unsorted page is answered without reading the rows after it', async () => {
  let walked = 0;
  const rows = async function* () {
    for (const row of ROWS) {
      walked += 1;
      yield row;
    }
  };
  const page = { conditions: [], sort: null, isDescending: false, offset: 0, limit: 1 };
  await selectRows({ evaluation: evaluationOf(), rows }, page);
  expect(walked).toBe(2);
});

test('a field that no row has is refused with a similar one', async () => {
  await expect(select(['exact_mach=true'])).rejects.toThrow(
    expect.objectContaining({ message: 'No field of the rows is called "exact_mach". Did you mean exact_match?' }),
  );
  await expect(select([], { sort: 'latancy' })).rejects.toThrow(
    expect.objectContaining({ message: 'No field of the rows is called "latancy". Did you mean latency?' }),
  );
});

test.each(['latency>fast', 'cost=x', 'exact_match=yes', 'latency<', 'latency>true'])(
  '%j is refused, since a score is not text',
  async (where) => {
    const [field = '', wanted = ''] = where.split(/[<>=]/);
    await expect(select([where])).rejects.toMatchObject({
      code: 'WF_USAGE',
      message: `Cannot compare ${field} with ${JSON.stringify(wanted)}: write a number, true or false.`,
      nextSteps: [`--where ${field}=false`, `--where "${field}>1"`],
    });
  },
);

test.each<[string, unknown, boolean]>([
  ['a>1', 1, false],
  ['a>1', 1.1, true],
  ['a>=1', 1, true],
  ['a>=1', 0.9, false],
  ['a<1', 1, false],
  ['a<1', 0.9, true],
  ['a<=1', 1, true],
  ['a<=1', 1.1, false],
  ['a>b', 'c', true],
  ['a>b', 'b', false],
  ['a>=b', 'b', true],
  ['a<b', 'a', true],
  ['a<b', 'b', false],
  ['a<=b', 'b', true],
  ['a<=b', 'c', false],
  ['a>1', 'b', true],
  ['a<b', 5, true],
  ['a<1', 'b', false],
  ['a>b', 5, false],
  ['a>10', '9', false],
  ['a<10', '9', true],
  ['a>1', null, false],
  ['a<1', undefined, false],
  ['a<', -1, false],
  ['a>=', 1, false],
  ['a=1', '1', true],
  ['a=1.0', 1, true],
  ['a=', 0, false],
  ['a=', null, true],
  ['a!=', null, false],
  ['a=x', 'X', false],
  ['a~x', 'aXb', true],
  ['a~X', 'axb', true],
  ['a~x', null, false],
  ['a={"b":1}', { b: 1 }, true],
  ['a=true', true, true],
  [' a = x ', 'x', true],
  ['a=b=c', 'b=c', true],
  ['a~b\nc', 'b c', false],
  ['a~b\nc', 'ab\ncd', true],
])('%s of %j is %j', (text, value, holds) => {
  expect(parseCondition(text).holds(value)).toBe(holds);
});

test.each(['', 'a', '=b'])('%j is refused', (text) => {
  const refusal = {
    code: 'WF_USAGE',
    message: `Invalid condition ${JSON.stringify(text)}: write FIELD=VALUE, with =, !=, >, >=, <, <= or ~ (contains).`,
    nextSteps: ['--where exact_match=false', '--where "latency>1"'],
  };
  expect(() => parseCondition(text)).toThrow(expect.objectContaining(refusal) as Error);
});
