import { expect, test } from 'vitest';
import { readScopeNames, renameScope } from '../../../../src/service/workspaces/queries.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const FIRST = { name: 'default', description: 'Everything that this service stores' };

test('organisation and workspace are named by the service until somebody renames them', async () => {
  const { db } = await openBare();
  expect(await readScopeNames(db)).toEqual({ organization: FIRST, workspace: FIRST });
  await renameScope(db, 'organization', { name: 'Northwind', description: null });
  await renameScope(db, 'workspace', { name: null, description: 'Support' });
  const renamed = {
    organization: { ...FIRST, name: 'Northwind' },
    workspace: { ...FIRST, description: 'Support' },
  };
  expect(await readScopeNames(db)).toEqual(renamed);
  await renameScope(db, 'workspace', { name: null, description: null });
  expect(await readScopeNames(db)).toEqual(renamed);
  await renameScope(db, 'organization', { name: '', description: '' });
  expect((await readScopeNames(db)).organization).toEqual({ name: '', description: '' });
});
