import { describe, expect, test } from 'vitest';
import type { TestsetRow } from '../../../../../src/contract/testsets/testset.ts';
import { checkTestset, type CheckTestsetOptions } from '../../../../../src/evaluation/testset/check/check-testset.ts';
import { streamOf } from '../../../../helpers/evaluation-records.ts';

async function check(rows: readonly TestsetRow[], options: Partial<CheckTestsetOptions> = {}) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return await checkTestset({
    name: 'cases',
    rows: streamOf(rows),
    columns,
    answers: ['correct_answer'],
    required: [],
    discordant: 0.2,
    ...options,
  });
}

const row = (text: string, correct_answer: unknown = 'a'): TestsetRow => ({ text, correct_answer });
/** Rows that differ in everything. */
const filler = (count: number, correct_answer: unknown = 'a') =>
  Array.from({ length: count }, (_, index) => row(`${index * 7919} ${'xyz'[index % 3]} ${index}`, correct_answer));

test('a clean test set has no findings', async () => {
  expect(await check(filler(300))).toMatchObject({
    testset: 'cases',
    rows: 300,
    columns: [
      { column: 'text', missing: 0, empty: 0 },
      { column: 'correct_answer', missing: 0, empty: 0 },
    ],
    problems: [],
    warnings: [],
  });
});

test('a test set without rows has its columns, and is too small', async () => {
  expect(await check([], { columns: ['text'], required: ['text', 'tone', 'tone'] })).toMatchObject({
    rows: 0,
    columns: [{ column: 'text', missing: 0, empty: 0 }],
    missing_columns: ['tone'],
    problems: ['There is no column "tone".'],
    warnings: ['There are too few cases to find any difference.'],
  });
});

describe('equal rows', () => {
  test('are found and counted in a warning', async () => {
    const report = await check([row('refund'), row('crash'), row('refund'), row('refund')]);
    expect(report.duplicates).toEqual([{ rows: [1, 3, 4], more: 0, example: 'refund' }]);
    expect(report.warnings).toContain('2 rows repeat others.');
    expect(report.contradictions).toEqual([]);
  });

  test('are listed up to ten of fifty groups, and counted beyond', async () => {
    const { duplicates, warnings } = await check(Array.from({ length: 13 }, () => row('same')));
    expect(duplicates).toEqual([{ rows: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], more: 3, example: 'same' }]);
    expect(warnings).toContain('12 rows repeat others.');
    const twice = await check([...filler(60), ...filler(60)]);
    expect(twice.duplicates).toHaveLength(50);
    expect(twice.warnings).toContain('60 rows repeat others.');
  });

  test('with another answer are a problem', async () => {
    const long = 'y'.repeat(61);
    const answered = [
      ['refund', 'b'],
      ['refund', 'g'],
      ['refund', 'b'],
      ['refund', 'g'],
      [long, 'a'],
      [long, 'b'],
    ];
    const report = await check(answered.map(([text = '', answer]) => row(text, answer)));
    expect(report.contradictions).toEqual([
      { rows: [1, 2, 4], more: 0, example: 'refund' },
      { rows: [5, 6], more: 0, example: long },
    ]);
    expect(report.problems).toEqual([
      'Rows 1, 2 and 4 have the same input and different expected answers: "refund".',
      `Rows 5 and 6 have the same input and different expected answers: "${'y'.repeat(60)}…".`,
    ]);
  });

  test('with and without an answer are distinguished, whatever their question', async () => {
    const asked = [24_710, 59_530].map((number) => `Question ${number}?`);
    const rows = asked.flatMap((question) => [{ question, answer: 'yes' }, { question }]);
    expect((await check(rows, { answers: ['answer'] })).duplicates).toEqual([]);
  });
});

describe('rows that are nearly the same', () => {
  const TEXT =
    'I was charged twice for the same month, and I would like to have one of the two payments refunded soon.';
  const nearOf = async (...texts: string[]) => (await check(texts.map((text) => row(text)))).near_duplicates;

  test('differ in a word, in case, in blanks or in punctuation', async () => {
    const others = [TEXT.replace('soon', 'today'), TEXT.toUpperCase(), TEXT.replaceAll(',', ' –')];
    expect(await nearOf(TEXT, 'Where is my parcel?', ...others)).toEqual([
      { rows: [1, 3, 4, 5], more: 0, example: TEXT.slice(0, 80) },
    ]);
    expect(await nearOf('a', 'A!', 'b')).toMatchObject([{ rows: [1, 2] }]);
  });

  test('are neither equal rows nor rows without a text', async () => {
    const other = 'The weather in Paris is nice today, but tomorrow it will rain in all of the country, they say.';
    expect(await nearOf(TEXT, other, TEXT, '', '…', '')).toEqual([]);
    expect(
      await check([row('Where is my parcel?'), row('where  is my parcel'), row('Where is my parcel?')]),
    ).toMatchObject({
      duplicates: [{ rows: [1, 3] }],
      near_duplicates: [{ rows: [1, 2], example: 'Where is my parcel?' }],
    });
  });

  test('are found among thousands, and counted in a warning', async () => {
    const rows = Array.from({ length: 2100 }, (_, index) =>
      row(`${index} ${(index * 7919) % 10_007} ${index ** 2} ticket`),
    );
    rows[3] = row(TEXT);
    rows[1500] = row(TEXT.toUpperCase());
    rows[2099] = row(TEXT.toLowerCase());
    const report = await check(rows);
    expect(report).toMatchObject({ near_duplicates: [{ rows: [4, 1501, 2100] }], near_duplicates_checked: 2100 });
    expect(report.warnings).toEqual(['2 rows are nearly others.']);
  });

  test('are looked for among the first twenty thousand', async () => {
    const rows = function* () {
      for (let index = 0; index < 19_999; index += 1) yield row('');
      for (const text of [TEXT, TEXT.toUpperCase(), TEXT.toLowerCase()]) yield row(text);
    };
    const report = await check([], { rows: streamOf(rows()), columns: ['text', 'correct_answer'] });
    expect(report).toMatchObject({ rows: 20_002, near_duplicates: [], near_duplicates_checked: 20_000 });
  });
});

test('empty rows, empty cells and missing columns are distinguished', async () => {
  const report = await check([row('a'), { text: '  ', correct_answer: null }, { text: 'b' }, row('', 'c'), row('?!')]);
  expect(report).toMatchObject({
    empty_rows: [2],
    ragged_rows: [3],
    contradictions: [],
    columns: [
      { column: 'text', missing: 0, empty: 2 },
      { column: 'correct_answer', missing: 1, empty: 1 },
    ],
    problems: ['1 row is empty.'],
  });
  expect(report.warnings).toEqual([
    '1 row lacks a column that others have.',
    '2 cells of text are empty.',
    '1 cell of correct_answer is empty.',
    'There are too few cases to find any difference.',
  ]);
});

test('several findings of a kind are counted in the plural', async () => {
  const empty = [
    { text: '', correct_answer: '' },
    { text: ' ', correct_answer: null },
  ];
  const commas = ['1,5', '2,5'].map((text) => ({ text }));
  const { problems, warnings } = await check([...empty, ...commas, row('a'), row('a'), row('a')]);
  expect(problems).toEqual(['2 rows are empty.']);
  expect(warnings).toEqual([
    '2 rows lack a column that others have.',
    '2 rows repeat others.',
    '2 cells of text are empty.',
    '2 cells of correct_answer are empty.',
    '2 cells of text have a decimal comma. Evaluators of numbers read a decimal point.',
    'There are too few cases to find any difference.',
  ]);
});

test('a hundred empty and a hundred ragged rows are listed, and all are counted', async () => {
  const rows = Array.from({ length: 102 }, () => [{ text: ' ', correct_answer: '' }, { text: 'a' }]).flat();
  const report = await check(rows);
  expect([report.empty_rows.length, report.ragged_rows.length]).toEqual([100, 100]);
  expect(report.problems).toEqual(['102 rows are empty.']);
  expect(report.warnings[0]).toBe('102 rows lack a column that others have.');
});

test('rows that contradict others are all counted, also those that are not listed', async () => {
  const rows = Array.from({ length: 55 }, (_, index) => [
    row(`question ${index}`, 'yes'),
    row(`question ${index}`, 'no'),
  ]);
  const more = Array.from({ length: 14 }, (_, index) => row('question 0', `answer ${index}`));
  const { contradictions, problems } = await check([...rows.flat(), ...more], { answers: ['correct_answer'] });
  expect([contradictions.length, problems.length]).toEqual([50, 51]);
  expect(problems[0]).toBe(
    'Rows 1, 2, 111, 112, 113, 114, 115, 116, 117, 118 and 6 more have the same input and different expected answers: "question 0".',
  );
  expect(problems.at(-1)).toBe('5 more rows have the inputs of others and different expected answers.');
});

test('rows that are nearly others are all counted, also those that are not listed', async () => {
  const wordsOf = (index: number) =>
    Array.from({ length: 9 }, (_, word) => ((index * 7919 + word * 3571) % 99_991) * 6007);
  const texts = Array.from({ length: 55 }, (_, index) => [wordsOf(index).join(' '), wordsOf(index).join('-')]).flat();
  const { near_duplicates: near, warnings } = await check(texts.map((text) => row(text)));
  expect(near).toHaveLength(50);
  expect(warnings).toContain('55 rows are nearly others.');
});

describe('the groups of rows', () => {
  const groupsOf = async (values: readonly unknown[]) =>
    (await check(values.map((tag) => ({ tag })))).groups.map(({ column, groups }) => [
      column,
      ...groups.map(({ value, count }) => [value, count]),
    ]);
  const numbered = (count: number) => Array.from({ length: count * 2 }, (_, index) => `v${index % count}`);

  test('are the values of a column, the most frequent first', async () => {
    expect(await groupsOf(['a', 'b', 'b', null, 'b', null, 'a', 5, { x: 1 }, 5, 5, 5])).toEqual([
      ['tag', ['5', 4], ['b', 3], ['a', 2], ['null', 2], ['{"x":1}', 1]],
    ]);
  });

  test.each([
    ['one value', ['a', 'a', 'a', 'a'], 0],
    ['half as many values as rows', ['a', 'a', 'b', 'b'], 1],
    ['more than half as many', ['a', 'a', 'b'], 0],
    ['twenty values', numbered(20), 1],
    ['twenty-one values', [...numbered(21), 'v0'], 0],
    ['values of sixty characters', ['a', 'a', 'x'.repeat(60), 'x'.repeat(60)], 1],
    ['a value of sixty-one', ['a', 'a', 'x'.repeat(61), 'b', 'b'], 0],
  ])('of a column with %s: %#', async (_, values, count) => {
    expect(await groupsOf(values)).toHaveLength(count);
  });

  test.each([
    [200, 9, true],
    [170, 9, false],
    [300, 10, false],
  ])('of %i rows, one of %i is too small to say much: %s', async (others, count, isSmall) => {
    const rows = [...filler(others), ...filler(others + count, 'fi').slice(others)];
    const warning = `Only ${count} of ${others + count} rows have correct_answer "fi".`;
    expect((await check(rows)).warnings).toEqual(isSmall ? [warning] : []);
  });
});

test('the report estimates the detectable difference, and the rows that others need', async () => {
  // As in the tests of the statistics: 168 pairs for 10 points where a fifth of the cases differ, of one primary metric.
  const { power } = await check(filler(168));
  expect(power.detectable).toBeCloseTo(0.1, 3);
  expect(power.needed).toContainEqual({ difference: 0.1, cases: 168 });
  const { power: rarer } = await check(filler(215), { discordant: 0.1 });
  expect(rarer.needed.map(({ difference }) => difference)).toEqual([0.1, 0.05, 0.02]);
});

test.each([
  ['text;correct_answer', "If semicolons separate the cells, add --delimiter ';'."],
  ['text\tcorrect_answer', 'If tabs separate the cells, add --delimiter tab.'],
])('a file whose only column is %j is reported', async (column, advice) => {
  const { warnings } = await check([{ [column]: 'a' }]);
  expect(warnings).toContain(`The only column is called ${JSON.stringify(column)}. ${advice}`);
  expect((await check([{ [column]: 'a', b: 'c' }])).warnings.join(' ')).not.toContain('--delimiter');
});

test('decimal commas are reported by column', async () => {
  const prices = ['1,5', '-1.234,50', '1,234,567', '7', 'a, b'];
  const { warnings } = await check(
    prices.map((price, index) => ({ text: 'a', price, tax: index > 0 ? '2.5' : '2,5' })),
  );
  expect(warnings).toContain('2 cells of price have a decimal comma. Evaluators of numbers read a decimal point.');
  expect(warnings).toContain('1 cell of tax has a decimal comma. Evaluators of numbers read a decimal point.');
});
