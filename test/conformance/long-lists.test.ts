import { testLongLists } from '../helpers/suites/long-lists.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('long lists', testLongLists);
