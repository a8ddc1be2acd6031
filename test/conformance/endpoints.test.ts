import { describe, inject } from 'vitest';
import { startService } from '../helpers/start-service.ts';
import { testEndpoints } from '../helpers/suites/endpoints.ts';

describe.each(['in process', 'socket', 'two replicas'] as const)('PostgreSQL, %s', (transport) => {
  testEndpoints(() => startService({ database: { adminUrl: inject('postgresUrl') }, transport }));
});
