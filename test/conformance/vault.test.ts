import { testVault } from '../helpers/suites/vault.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('the vault', testVault);
