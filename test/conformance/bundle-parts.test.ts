import { testBundleParts } from '../helpers/suites/bundle-parts.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('bundles of parts', testBundleParts);
