import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plausibleTeam } from '../evaluators/plausible-team.ts';

test('an answer is plausible when it is a team that there is', async () => {
  assert.equal(await plausibleTeam.judge({ output: 'billing' }), true);
  assert.equal(await plausibleTeam.judge({ output: 'biling' }), false);
});

test('the teams there are can be set', async () => {
  assert.equal(await plausibleTeam.judge({ output: 'sales', settings: { teams: 'sales, support' } }), true);
});
