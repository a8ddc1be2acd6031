import { expect, test } from 'vitest';
import { fillPath, pathParameterNames } from '../../../../src/contract/endpoint/path-template.ts';

test('values are percent-encoded into the path', () => {
  expect(fillPath('/apps/{app_id}/revisions/{name}', { app_id: 'a/b', name: 'ü ?' })).toBe(
    '/apps/a%2Fb/revisions/%C3%BC%20%3F',
  );
});

test('parameter names are listed in order', () => {
  expect(pathParameterNames('/apps/{app_id}/revisions/{environment_name}')).toEqual(['app_id', 'environment_name']);
});
