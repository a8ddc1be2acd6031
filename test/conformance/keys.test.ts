import { testKeys } from '../helpers/suites/keys.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('keys', testKeys);
