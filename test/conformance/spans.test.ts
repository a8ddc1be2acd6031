import { testSpans } from '../helpers/suites/spans.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('spans', testSpans);
