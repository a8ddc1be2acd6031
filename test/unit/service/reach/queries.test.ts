import { expect, test } from 'vitest';
import { findAppsOf } from '../../../../src/service/reach/queries.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

test.each([
  ['base', 'bases', {}],
  ['evaluation', 'evaluations', {}],
  ['evaluator', 'evaluator_configs', {}],
  ['human evaluation', 'human_evaluations', {}],
  ['test set', 'testsets', {}],
  ['variant', 'variants', {}],
] as const)('a %s belongs to its app', async (kind, table, more) => {
  const { db } = await openBare();
  await insertBare(db, table, [{ id: 'r', app_id: 'a', ...more }]);
  expect(await findAppsOf(db, { kind, id: 'r' })).toEqual(['a']);
  expect(await findAppsOf(db, { kind, id: 'none' })).toEqual([]);
});

test('an app belongs to itself, and a test set of no app to none', async () => {
  const { db } = await openBare();
  await insertBare(db, 'apps', [{ id: 'a', name: 'a' }]);
  await insertBare(db, 'testsets', [{ id: 't', app_id: null }]);
  expect(await findAppsOf(db, { kind: 'app', id: 'a' })).toEqual(['a']);
  expect(await findAppsOf(db, { kind: 'test set', id: 't' })).toEqual([]);
});

test('a case belongs to the app of its human evaluation', async () => {
  const { db } = await openBare();
  await insertBare(db, 'human_evaluations', [{ id: 'h', app_id: 'a' }]);
  await insertBare(db, 'human_evaluation_scenarios', [{ id: 'c', human_evaluation_id: 'h' }]);
  expect(await findAppsOf(db, { kind: 'case', id: 'c' })).toEqual(['a']);
});

test('a revision belongs to the app of its test set, or to its own once that is gone', async () => {
  const { db } = await openBare();
  await insertBare(db, 'testsets', [{ id: 't', app_id: 'a' }]);
  await insertBare(db, 'testset_revisions', [
    { id: 'r', testset_id: 't', revision: 1, app_id: 'b' },
    { id: 's', testset_id: null, revision: null, app_id: 'b' },
  ]);
  expect(await findAppsOf(db, { kind: 'test set revision', id: 'r' })).toEqual(['a']);
  expect(await findAppsOf(db, { kind: 'test set revision', id: 's' })).toEqual(['b']);
});

test('a bundle belongs to every app that runs it, a part of it, or its evaluators', async () => {
  const { db } = await openBare();
  const judges = (artifact_sha256: string) => JSON.stringify({ artifact_sha256, evaluators: [{ key: 'abc' }] });
  await insertBare(db, 'deployments', [
    { id: '1', app_id: 'a', artifact_sha256: 'abc' },
    { id: '2', app_id: 'a', artifact_sha256: 'abc', evaluators: judges('abc') },
    { id: '3', app_id: 'b', artifact_sha256: 'whole' },
    { id: '4', app_id: 'c', artifact_sha256: null, evaluators: judges('abc') },
    // It only has an evaluator that is called so.
    { id: '5', app_id: 'd', artifact_sha256: null, evaluators: judges('other') },
  ]);
  await insertBare(db, 'bundle_parts', [{ bundle_sha256: 'whole', sha256: 'abc' }]);
  expect((await findAppsOf(db, { kind: 'artifact', id: 'abc' })).toSorted()).toEqual(['a', 'b', 'c']);
  expect(await findAppsOf(db, { kind: 'artifact', id: 'none' })).toEqual([]);
});
