import { describeOnSqlite } from '../../../helpers/describe-on-sqlite.ts';
import { testMetrics } from '../../../helpers/suites/metrics.ts';

describeOnSqlite('metrics', testMetrics);
