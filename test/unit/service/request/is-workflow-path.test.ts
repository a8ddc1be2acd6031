import { expect, test } from 'vitest';
import { isWorkflowPath } from '../../../../src/service/request/is-workflow-path.ts';

const ROUTES = [{ path: '/' }, { path: '/sum up' }];

test.each([
  ['GET', '/health'],
  ['GET', '/openapi.json'],
  ['POST', '/run'],
  ['POST', '/run/'],
  ['POST', '/playground/run'],
  ['POST', '/generate'],
  ['POST', '/generate_deployed'],
  ['POST', '/run/sum%20up'],
  ['POST', '/playground/run/sum%20up'],
])('%s %s is a path of the workflow', (method, path) => {
  expect(isWorkflowPath(path, method, ROUTES)).toBe(true);
});

test.each([
  ['GET', '/'],
  ['GET', '/run'],
  ['POST', '/health'],
  ['POST', '/run/other'],
  ['POST', '/run/sum%20up/more'],
  ['POST', '/run/..%2fadmin'],
  ['DELETE', '/run/other'],
])('%s %s is not', (method, path) => {
  expect(isWorkflowPath(path, method, ROUTES)).toBe(false);
});
