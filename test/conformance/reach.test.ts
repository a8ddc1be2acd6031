import { describe, inject } from 'vitest';
import { startService } from '../helpers/start-service.ts';
import { testReach } from '../helpers/suites/reach.ts';

describe('reach on PostgreSQL', () => testReach(() => startService({ database: { adminUrl: inject('postgresUrl') } })));
