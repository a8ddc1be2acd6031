import { testSourceConfiguration } from '../helpers/suites/source-configuration.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('configurations of the sources', testSourceConfiguration);
