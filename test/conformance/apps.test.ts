import { testApps } from '../helpers/suites/apps.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('apps', testApps);
