import { expect, test } from 'vitest';
import HumanEvalDelete from '../../../../commands/human-evaluations/delete.ts';
import { humanEvaluationOf } from '../../../helpers/human-records.ts';
import { runWithClient } from '../../../helpers/run-with-client.ts';

test('wf human-eval delete asks first; scripts pass --yes', async () => {
  const { id } = humanEvaluationOf();
  const client = { getHumanEvaluation: async () => humanEvaluationOf(), deleteHumanEvaluations: async () => undefined };
  const asked = await runWithClient(HumanEvalDelete, [id], client);
  expect(asked).toMatchObject({ exitCode: 2 });
  const run = await runWithClient(HumanEvalDelete, [id, '--yes'], client);
  expect(run.stdout).toContain(`Deleted human evaluation ${id}.`);
  expect(run.calls.at(-1)).toMatchObject({ name: 'deleteHumanEvaluations' });
});
