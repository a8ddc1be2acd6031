import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testVault } from '../../helpers/suites/vault.ts';

describeOnSqlite('the vault', testVault);
