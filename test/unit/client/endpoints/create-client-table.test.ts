import { expect, test } from 'vitest';
import { createClientTable } from '../../../../src/client/endpoints/create-client-table.ts';
import { ENDPOINTS } from '../../../../src/contract/endpoints.ts';

const { endpoints, shapes } = createClientTable();

test('every endpoint has an entry of its own', () => {
  expect(Object.keys(endpoints)).toEqual(Object.keys(ENDPOINTS));
  expect(endpoints.deleteApp).toEqual({ method: 'DELETE', path: '/apps/{app_id}', answer: { type: 'null' } });
});

test.each([
  ['getArtifact', 'bytes'],
  ['headArtifact', 'nothing'],
  ['deleteEvaluations', 'nothing'],
] as const)('the answer of %s is %s', (name, answer) => {
  expect(endpoints[name].answer).toBe(answer);
});

test('an endpoint of ours is marked as a whole, and not by its parameters', () => {
  const { answer, ...entry } = endpoints.countAppRecords;
  expect(entry).toEqual({ method: 'GET', path: '/apps/{app_id}/counts', isExtension: true });
  expect(answer).toMatchObject({ type: 'object' });
});

test('a public endpoint names its parameters and fields of ours', () => {
  expect(endpoints.listApps).toEqual({
    method: 'GET',
    path: '/apps',
    ignorable: expect.arrayContaining(['limit', 'cursor']),
    answer: expect.objectContaining({ type: 'array' }),
  });
  expect(endpoints.getTestset.extendedQuery).toEqual(['revision']);
  expect(endpoints.updateVariantParameters.extendedBody).toContain('unset');
  expect(endpoints.getTestset).not.toHaveProperty('extendedBody');
});

test('the answer of a route and the body of a refusal have shapes', () => {
  expect(shapes.routeAnswer).toMatchObject({ type: 'object', required: ['version', 'data'] });
  expect(shapes.validationError).toMatchObject({ type: 'object', properties: { detail: { type: 'array' } } });
});
