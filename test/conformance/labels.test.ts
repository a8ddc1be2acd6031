import { testLabels } from '../helpers/suites/labels.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('labels', testLabels);
