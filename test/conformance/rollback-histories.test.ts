import { testRollbackHistories } from '../helpers/suites/rollback-histories.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('roll-back', testRollbackHistories);
