import { expect, test } from 'vitest';
import { hostWorkflow } from '../../../helpers/host-workflow.ts';

test('a bundle starts at the usual priority, serves below it, and is last once it computes for seconds', async () => {
  await using workflow = await hostWorkflow('computing.ts');
  expect(await workflow.ask('/run/idle')).toMatchObject({ data: { atLoad: 0, now: 5 } });
  expect(await workflow.ask('/run/busy')).toMatchObject({ data: 19 });
});
