import { expect, test } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../../../src/contract/endpoints.ts';
import { OPERATIONS } from '../../../../src/service/request/all-operations.ts';

/** An endpoint without a `role` is open to viewers, which no other test can tell from intent. */
test('no write is open to viewers', () => {
  const names = Object.keys(OPERATIONS) as EndpointName[]; // the table's keys are its names
  const writes = names.filter((name) => OPERATIONS[name].access === 'write');
  expect(writes.length).toBeGreaterThan(20);
  const open = writes.filter((name) => !['author', 'operator'].includes(ENDPOINTS[name].role ?? ''));
  expect(open, 'Give each of these a role in its endpoints.ts').toEqual([]);
});
