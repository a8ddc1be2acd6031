import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import routing, { explain } from '../src/workflow.ts';

test('a message goes to the team its terms point to', async () => {
  assert.equal(await routing.invoke({ input: { message: 'The courier left my parcel in the rain' } }), 'delivery');
});

test('a message that no team clearly wins goes to the fallback', async () => {
  const input = { message: 'Do you sell greeting cards?' };

  assert.equal(await routing.invoke({ input }), 'general');
  assert.equal(await routing.invoke({ input, config: { fallback: 'billing' } }), 'billing');
});

test('a tie can go to the team mentioned last', async () => {
  const input = { message: 'My invoice export ends with an error' };

  assert.equal(await routing.invoke({ input }), 'general');
  assert.equal(await routing.invoke({ input, config: { breakTies: true } }), 'technical');
});

test('an explanation lists the scores and the terms behind them', async () => {
  const { team, scores } = await explain.invoke({
    input: { message: 'I cannot log in to pay the invoice' },
    config: { phraseWeight: 2 },
  });

  assert.equal(team, 'account');
  assert.deepEqual(
    scores.map(({ team, score, matched }) => ({ team, score, matched })),
    [
      { team: 'account', score: 6, matched: ['log in'] },
      { team: 'billing', score: 3, matched: ['invoice'] },
    ],
  );
});

test('an invalid term is named', async () => {
  const config = { terms: 'billing: refund' };

  await assert.rejects(routing.invoke({ input: { message: 'refund' }, config }), /The term "refund" has no weight/);
});

test('matching the beginnings of words routes more messages correctly', async () => {
  const [plural, beginning] = [await countRight({}), await countRight({ matching: 'beginning' })];

  assert.ok(plural.right / plural.all > 0.75, `${plural.right} of ${plural.all} with the defaults`);
  assert.ok(beginning.right > plural.right, `${beginning.right} instead of ${plural.right}`);
});

async function countRight(config: { matching?: 'beginning' }) {
  const text = await readFile(new URL('../testsets/messages.csv', import.meta.url), 'utf8');
  const rows = text.trim().split('\n').slice(1).map(readRow);
  const teams = await Promise.all(rows.map(({ message }) => routing.invoke({ input: { message }, config })));
  return { all: rows.length, right: teams.filter((team, index) => team === rows[index]?.expected).length };
}

/** A message with commas is quoted; the last column has none. */
function readRow(line: string) {
  const comma = line.lastIndexOf(',');
  const message = line.slice(0, comma).replaceAll('"', '');
  return { message, expected: line.slice(comma + 1).trim() };
}
