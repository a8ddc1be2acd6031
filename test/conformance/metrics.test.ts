import { testMetrics } from '../helpers/suites/metrics.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('metrics', testMetrics);
