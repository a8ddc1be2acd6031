import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testLabels } from '../../helpers/suites/labels.ts';

describeOnSqlite('labels', testLabels);
