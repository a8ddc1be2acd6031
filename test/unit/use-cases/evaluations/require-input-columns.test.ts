import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { requireInputColumns } from '../../../../src/use-cases/evaluations/require-input-columns.ts';

const route: RouteSchema = {
  path: '/shout',
  name: 'shout',
  config: null,
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  output: null,
  defaults: {},
};

test('rows with every input pass', () => {
  expect(() =>
    requireInputColumns({ testset: 'cases.csv', rows: [{ text: 'a', more: 1 }], start: 0, route }),
  ).not.toThrow();
});

test('a row without an input is reported with a similar column', () => {
  const rows = [{ text: 'a' }, { txt: 'b', label: 'c' }];
  expect(() => requireInputColumns({ testset: 'cases.csv', rows, start: 0, route })).toThrow(
    expect.objectContaining({
      message: 'Route /shout needs the input "text", which row 2 of cases.csv does not have. It has: txt, label.',
      nextSteps: ['Rename the column txt to text'],
    }),
  );
});

test('rows are numbered from the first of the test set, and the routes shown where no column is similar', () => {
  const rows = [{ text: 'a' }, { label: 'c', colour: 'd' }];
  expect(() => requireInputColumns({ testset: 'cases.csv', rows, start: 5, route })).toThrow(
    expect.objectContaining({
      code: 'WF_TESTSET_INVALID',
      message: 'Route /shout needs the input "text", which row 7 of cases.csv does not have. It has: label, colour.',
      nextSteps: ['wf routes'],
      details: { input: 'text', row: 7, columns: ['label', 'colour'] },
    }),
  );
});
