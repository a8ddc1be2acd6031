import { expect, test } from 'vitest';
import { readRules, storeRules } from '../../../../../src/service/retention/queries/rules.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

test('rules are read by app and kind, those of all apps first', async () => {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'a', name: 'zoo' },
    { id: 'b', name: 'bold' },
  ]);
  await storeRules(db, null, { keep: { traces: 5, logs: 1 } });
  await storeRules(db, 'a', { keep: { logs: 2 } });
  await storeRules(db, 'b', { keep: { logs: null } });
  const rule = (app_id: string | null, app_name: string | null, kind: string, seconds: number | null) => ({
    app_id,
    app_name,
    kind,
    seconds,
  });
  const shared = [rule(null, null, 'logs', 1), rule(null, null, 'traces', 5)];
  expect(await readRules(db, null)).toEqual([...shared, rule('b', 'bold', 'logs', null), rule('a', 'zoo', 'logs', 2)]);
  expect(await readRules(db, ['a'])).toEqual([...shared, rule('a', 'zoo', 'logs', 2)]);
  expect(await readRules(db, [])).toEqual(shared);

  await storeRules(db, null, { keep: { logs: 7 }, unset: ['traces'] });
  await storeRules(db, 'b', { unset: ['logs'] });
  await storeRules(db, 'a', {});
  expect(await readRules(db, null)).toEqual([rule(null, null, 'logs', 7), rule('a', 'zoo', 'logs', 2)]);
});
