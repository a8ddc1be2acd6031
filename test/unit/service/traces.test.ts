import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testSpans } from '../../helpers/suites/spans.ts';

describeOnSqlite('spans', testSpans);
