import { testTestsets } from '../helpers/suites/testsets.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('test sets', testTestsets);
