import { describeOnSqlite } from '../../../helpers/describe-on-sqlite.ts';
import { testBundleParts } from '../../../helpers/suites/bundle-parts.ts';

describeOnSqlite('bundles of parts', testBundleParts);
