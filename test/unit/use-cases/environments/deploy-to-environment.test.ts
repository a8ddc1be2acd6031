import { expect, test } from 'vitest';
import { promotionSteps } from '../../../../src/use-cases/environments/deploy-to-environment.ts';

test('the commands that bring a variant into a protected environment can be pasted', () => {
  expect(promotionSteps({ name: 'my production' }, 'app.t1')).toEqual([
    'wf eval run --testset TESTSET --variants app.t1',
    "wf env deploy 'my production' --variant app.t1 --evaluation app.t1",
  ]);
});
