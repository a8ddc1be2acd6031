import { expect, test } from 'vitest';
import EvalList from '../../../../../commands/evaluations/list.ts';
import EvalRows from '../../../../../commands/evaluations/rows.ts';
import VariantsList from '../../../../../commands/variants/list.ts';
import VariantsRevisions from '../../../../../commands/variants/revisions.ts';
import { runWithClient } from '../../../../helpers/run-with-client.ts';

test.each([
  [VariantsList, []],
  [VariantsRevisions, ['formal']],
  [EvalList, []],
  [EvalRows, ['tuned']],
])('an interactive list is rejected in a pipe before any request', async (Class, args) => {
  const run = await runWithClient(Class, [...args, '--interactive'], {});
  expect(run).toMatchObject({ stdout: '', exitCode: 2, calls: [] });
  expect(run.stderr).toContain('--interactive needs an interactive terminal.');
});
