import { testHostedCalls } from '../helpers/suites/hosted-calls.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('hosted calls', testHostedCalls);
