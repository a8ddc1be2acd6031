import { testNewestOnRows } from '../helpers/suites/newest-on-rows.ts';
import { testVariants } from '../helpers/suites/variants.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('variants', testVariants);
describeOnPostgres('rows of variants and bases', testNewestOnRows);
