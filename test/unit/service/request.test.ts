import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../src/contract/endpoints.ts';
import { CASES } from '../../helpers/endpoint-cases/cases.ts';
import { startService } from '../../helpers/start-service.ts';
import { testEndpoints } from '../../helpers/suites/endpoints.ts';

test('every endpoint of the table has a case', () => {
  expect(Object.keys(CASES).toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted());
});

describe.each(['in process', 'socket'] as const)('SQLite, %s', (transport) => {
  testEndpoints(() => startService({ database: 'sqlite', transport }));
});
