import { expect, test } from 'vitest';
import type { Principal } from '../../../../src/service/operation/operation.ts';
import { appsToLookIn, chooseTestsetApp } from '../../../../src/service/testsets/testset-app.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const keyOf = (appIds: readonly string[] | null) => ({ appIds }) as Principal; // what is read of it

test('a test set belongs to the named app, else to the only app of the key', async () => {
  const { db } = await openBare();
  await insertBare(db, 'apps', [{ id: 'a', name: 'a' }]);
  expect(await chooseTestsetApp(db, 'a', keyOf(null))).toBe('a');
  expect(await chooseTestsetApp(db, 'a', keyOf(['a', 'b']))).toBe('a');
  expect(await chooseTestsetApp(db, null, keyOf(null))).toBeNull();
  expect(await chooseTestsetApp(db, null, {} as Principal)).toBeNull(); // a key of all apps
  expect(await chooseTestsetApp(db, null, keyOf(['b']))).toBe('b');
  await expect(chooseTestsetApp(db, 'x', keyOf(null))).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
});

test.each([[['a', 'b']], [[]]])('a key of the apps %j names one', async (appIds) => {
  const { db } = await openBare();
  const msg = 'Input should be the id of an app, because the key reaches several';
  await expect(chooseTestsetApp(db, null, keyOf(appIds))).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['body', 'app_id'], msg, type: 'missing' }],
  });
});

test("a name is looked up in the app, and then among no app's, unless the key reaches only some", () => {
  expect(appsToLookIn('a', keyOf(null))).toEqual(['a', null]);
  expect(appsToLookIn('a', {} as Principal)).toEqual(['a', null]); // a key of all apps
  expect(appsToLookIn(null, keyOf(null))).toEqual([null]);
  expect(appsToLookIn('a', keyOf(['a']))).toEqual(['a']);
});
