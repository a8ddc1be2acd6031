import { expect, test } from 'vitest';
import {
  deleteEvaluatorConfigRecord,
  readEvaluatorConfigs,
  requireEvaluatorConfig,
  toEvaluatorConfig,
  updateEvaluatorConfigRecord,
} from '../../../../src/service/evaluators/queries.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

async function openConfigs() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [{ id: 'a' }, { id: 'b', name: 'b' }]);
  await insertBare(db, 'evaluator_configs', [
    { id: 'c2', app_id: 'a', name: 'second', settings_values: '{"threshold":0.5}' },
    { id: 'c1', app_id: 'a', name: 'first', project_id: 'p', evaluator_key: 'auto_exact_match', created_at: 'then' },
    { id: 'c3', app_id: 'b', name: 'third' },
  ]);
  return db;
}

test('the configurations of an app are read by their ids', async () => {
  const db = await openConfigs();
  const read = async (after: string, limit: number) =>
    (await readEvaluatorConfigs(db, 'a', { after, limit })).map(({ id }) => id);
  expect(await read('', 9)).toEqual(['c1', 'c2']);
  expect(await read('', 1)).toEqual(['c1']);
  expect(await read('c1', 9)).toEqual(['c2']);
});

test('a configuration is found by its id, or refused with similar ones', async () => {
  const db = await openConfigs();
  expect(toEvaluatorConfig(await requireEvaluatorConfig(db, 'c1'))).toEqual({
    id: 'c1',
    name: 'first',
    project_id: 'p',
    evaluator_key: 'auto_exact_match',
    settings_values: null,
    created_at: 'then',
    updated_at: '',
  });
  expect(toEvaluatorConfig(await requireEvaluatorConfig(db, 'c2')).settings_values).toEqual({ threshold: 0.5 });
  await expect(requireEvaluatorConfig(db, 'first')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringMatching(/^No evaluator configuration has the id "first"\. .*first/),
  });
});

test('only the named configuration is changed or deleted', async () => {
  const db = await openConfigs();
  await updateEvaluatorConfigRecord(db, 'c1', { name: 'renamed' });
  await deleteEvaluatorConfigRecord(db, 'c3');
  const rows = await db.selectFrom('evaluator_configs').select(['id', 'name']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: 'c1', name: 'renamed' },
    { id: 'c2', name: 'second' },
  ]);
});
