import { testGateOverrides } from '../helpers/suites/gate-overrides.ts';
import { testPromotions } from '../helpers/suites/promotions.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('promotions', testPromotions);
describeOnPostgres('overridden gates', testGateOverrides);
