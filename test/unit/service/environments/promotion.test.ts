import { describeOnSqlite } from '../../../helpers/describe-on-sqlite.ts';
import { testPromotions } from '../../../helpers/suites/promotions.ts';

describeOnSqlite('promotions', testPromotions);
