import { testEnvironments } from '../helpers/suites/environments.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('environments', testEnvironments);
