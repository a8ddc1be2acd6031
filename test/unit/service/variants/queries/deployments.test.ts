import { expect, test } from 'vitest';
import {
  evaluatorsOf,
  findDeployment,
  findNewestDeployment,
  listEvaluatorCode,
  routesOf,
  toHostedDeployment,
} from '../../../../../src/service/variants/queries/deployments.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

async function openDeployments() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [{ id: 'a', name: 'support' }]);
  await insertBare(db, 'bases', [
    { id: 'y', app_id: 'a', name: 'bold' },
    { id: 'x', app_id: 'a', name: 'main' },
    { id: 'z', app_id: 'b', name: 'other' },
  ]);
  const judges = (sha256: string) => JSON.stringify({ artifact_sha256: sha256 });
  await insertBare(db, 'deployments', [
    { id: '2', app_id: 'a', base_id: 'x', routes: '[{"path":"/"}]', evaluators: judges('newer'), artifact_sha256: 's' },
    { id: '1', app_id: 'a', base_id: 'x', routes: '[]', evaluators: judges('older') },
    { id: '3', app_id: 'a', base_id: 'y', routes: '[]', evaluators: null, url: 'https://x' },
  ]);
  await insertBare(db, 'app_variable_versions', [{ app_id: 'a', version: 7 }]);
  return db;
}

test('the newest deployment of a base serves, with the names and variables of its app', async () => {
  const db = await openDeployments();
  const newest = await findNewestDeployment(db, 'x');
  expect(newest).toMatchObject({ id: '2', base_name: 'main', app_name: 'support', variables_version: 7 });
  expect(routesOf(newest!)).toEqual([{ path: '/' }]);
  expect(evaluatorsOf(newest!)).toEqual({ artifact_sha256: 'newer' });
  expect(toHostedDeployment(newest!)).toEqual({
    id: '2',
    app_id: 'a',
    app_name: 'support',
    artifact_sha256: 's',
    url: null,
    variables_version: 7,
  });
  expect(await findNewestDeployment(db, 'z')).toBeNull();
  const found = await findDeployment(db, '3');
  expect(toHostedDeployment({ ...found!, variables_version: null })).toMatchObject({
    id: '3',
    artifact_sha256: null,
    url: 'https://x',
    variables_version: 0,
  });
  expect(evaluatorsOf(found!)).toBeNull();
  expect(await findDeployment(db, 'none')).toBeNull();
});

test('the evaluators of an app are those of the newest code of each base', async () => {
  const db = await openDeployments();
  expect(await listEvaluatorCode(db, 'a')).toEqual([{ artifact_sha256: 'newer' }]);
});
