import { expect, test } from 'vitest';
import { pickValue } from '../../../../src/service/evaluators/pick-value.ts';

const TRACE = {
  nodes: [
    { node: { name: 'retriever' }, data: { documents: ['a', 'b'] } },
    { name: 'answer', nodes: { model: { cost: 2 } } },
  ],
};

test.each([
  ['trace.retriever.data.documents[1]', 'b'],
  ['trace.retriever.data.documents.0', 'a'],
  ['trace.answer.model.cost', 2],
  ['trace.nodes[0].data', { documents: ['a', 'b'] }],
  ['trace.missing.data', null],
  ['trace.retriever.data.documents[9]', null],
  ['constructor', null],
])('%s leads to a value', (path, value) => {
  expect(pickValue({ trace: TRACE }, path)).toEqual(value);
});
