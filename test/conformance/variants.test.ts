import { testVariants } from '../helpers/suites/variants.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('variants', testVariants);
