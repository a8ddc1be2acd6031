import { testVoting } from '../helpers/suites/voting.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('voting by a link', testVoting);
