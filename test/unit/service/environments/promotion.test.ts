import { describeOnSqlite } from '../../../helpers/describe-on-sqlite.ts';
import { testGateOverrides } from '../../../helpers/suites/gate-overrides.ts';
import { testPromotions } from '../../../helpers/suites/promotions.ts';

describeOnSqlite('promotions', testPromotions);
describeOnSqlite('overridden gates', testGateOverrides);
