import { describe } from 'vitest';
import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testLongLists } from '../../helpers/suites/long-lists.ts';
import { testStore } from '../../helpers/suites/store.ts';

describe('the store on SQLite', () => testStore(() => 'sqlite'));
describeOnSqlite('long lists', testLongLists);
