import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testVariants } from '../../helpers/suites/variants.ts';

describeOnSqlite('variants', testVariants);
