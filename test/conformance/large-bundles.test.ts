import { testLargeBundles } from '../helpers/suites/large-bundles.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('large bundles', testLargeBundles);
