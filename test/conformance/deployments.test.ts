import { testDeployments } from '../helpers/suites/deployments.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('deployments', testDeployments);
