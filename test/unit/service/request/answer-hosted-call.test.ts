import { describeOnSqlite } from '../../../helpers/describe-on-sqlite.ts';
import { testHostedCalls } from '../../../helpers/suites/hosted-calls.ts';

describeOnSqlite('hosted calls', testHostedCalls);
