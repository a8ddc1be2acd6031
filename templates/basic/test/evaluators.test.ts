import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plausibleTeam } from '../evaluators/plausible-team.ts';

test('an answer is plausible when it names an existing team', async () => {
  assert.equal(await plausibleTeam.judge({ output: 'billing' }), true);
  assert.equal(await plausibleTeam.judge({ output: 'biling' }), false);
});

test('the list of teams is a setting', async () => {
  assert.equal(await plausibleTeam.judge({ output: 'sales', settings: { teams: 'sales, support' } }), true);
});
