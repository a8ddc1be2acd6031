import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testNewestOnRows } from '../../helpers/suites/newest-on-rows.ts';
import { testVariants } from '../../helpers/suites/variants.ts';

describeOnSqlite('variants', testVariants);
describeOnSqlite('rows of variants and bases', testNewestOnRows);
