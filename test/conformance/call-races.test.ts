import { testCallRaces } from '../helpers/suites/call-races.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('races of calls and changes', testCallRaces);
