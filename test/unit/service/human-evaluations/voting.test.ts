import { describeOnSqlite } from '../../../helpers/describe-on-sqlite.ts';
import { testVoting } from '../../../helpers/suites/voting.ts';

describeOnSqlite('voting by a link', testVoting);
