import { testBundleReach } from '../helpers/suites/bundle-reach.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('bundles that a key reaches', testBundleReach);
