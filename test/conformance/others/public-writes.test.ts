import { expect, test } from 'vitest';
import { isWrite } from '../../helpers/other-services/misbehaviours.ts';
import { deploy, runningIn } from '../../helpers/other-services/public-state.ts';
import { startPublicWorld as start } from '../../helpers/other-services/public-world.ts';

test.each([
  ['env rollback production', 'What production ran then is gone: its variant was deleted.'],
  ['env rollback production --to 9', 'Environment production has no revision 9.'],
])('wf %s to what is not there is refused', async (line, message) => {
  await using world = await start({ isHistoryBroken: false });
  const { state } = world;
  const [production] = state.environments.filter(({ name }) => name === 'production');
  const [first] = state.variants;
  if (production === undefined || first === undefined) throw new Error('The service starts with both.');
  deploy(production, first);
  deploy(production, world.variant);
  state.variants.splice(0, 1);
  const run = await world.wf(line);
  expect(run).toMatchObject({ stdout: '', exitCode: 3, stderr: expect.stringContaining(message) });
  expect(run.stderr).toContain('Try: wf env revisions production');
  expect(runningIn(state, 'production')).toBe('app.n@3');
});

test.each([
  ['apps create spare', 'Created app spare'],
  ['variants create formal', 'Created variant app.formal'],
  ['testsets create cases.csv', 'Stored test set cases'],
  ['evaluators create close --evaluator exact_match', 'Stored close'],
])('wf %s is a success where the service confirms it with something else, and lists it', async (line, says) => {
  await using world = await start();
  world.service.misbehaves = async (received, answer) => {
    const reply = await answer(received);
    return isWrite(received) && reply.status < 300 ? { ...reply, body: { done: true } } : reply;
  };
  expect(await world.wf(line)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(says) });
});
