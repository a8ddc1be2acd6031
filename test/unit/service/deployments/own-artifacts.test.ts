import { describeOnSqlite } from '../../../helpers/describe-on-sqlite.ts';
import { testBundleReach } from '../../../helpers/suites/bundle-reach.ts';

describeOnSqlite('bundles that a key reaches', testBundleReach);
