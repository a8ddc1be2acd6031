import { testCompatibility } from '../helpers/suites/compatibility.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('compatibility', testCompatibility);
