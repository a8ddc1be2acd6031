import { expect, test } from 'vitest';
import { readWholeList } from '../../../../src/use-cases/records/read-whole-list.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

test('a list is read in the largest pages', async () => {
  const apps = Array.from({ length: 1001 }, (_, index) => ({ app_id: `${index}`, app_name: 'a' }));
  const { client, calls } = fakeClient({ listApps: async () => apps });
  expect(await readWholeList(client, 'listApps', { app_name: 'a' })).toEqual(apps);
  expect(calls).toEqual([{ name: 'listApps', input: { app_name: 'a', limit: 1000 } }]);
});
