import { describe, expect, test } from 'vitest';
import { makeKey } from '../../../src/service/keys/find-principal.ts';
import type { World } from '../../helpers/service-world.ts';
import { compareTwo } from '../../helpers/human-world.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';

const makeAuthor = (world: World, name: string) =>
  makeKey(world.running.store.db, { name, role: 'author', expiresAt: null, now: new Date().toISOString() });

describe('votes', () => {
  test('are counted as the interface has it, and finish the evaluation when every case has one', async () => {
    await using world = await openWorld();
    const { evaluation_id, variant_ids, vote } = await compareTwo(world);
    const status = async () => (await world.call('getHumanEvaluation', { evaluation_id })).status;
    expect(await status()).toBe('EVALUATION_INITIALIZED');
    expect(await vote(0, variant_ids[1])).toBe(204);
    expect(await status()).toBe('EVALUATION_STARTED');
    await vote(1, '0');
    expect(await status()).toBe('EVALUATION_FINISHED');
    expect(await world.call('getHumanEvaluationResults', { evaluation_id })).toEqual({
      votes_data: {
        variants: variant_ids,
        variant_names: ['default', expect.any(String)],
        nb_of_rows: 2,
        variants_votes_data: {
          [variant_ids[0]]: { number_of_votes: 0, percentage: 0 },
          [variant_ids[1]]: { number_of_votes: 1, percentage: 50 },
        },
        flag_votes: { number_of_votes: 1, percentage: 50 },
        positive_votes: { number_of_votes: 0, percentage: 0 },
      },
    });
    await vote(1, '');
    expect(await status()).toBe('EVALUATION_STARTED');
  });

  test('and joins are refused once somebody closed them, and taken again when it is reopened', async () => {
    await using world = await openWorld();
    const { evaluation_id, vote } = await compareTwo(world);
    const set = (status: 'EVALUATION_FINISHED' | 'FINISHED' | 'STARTED') =>
      world.call('updateHumanEvaluation', { evaluation_id, body: { status } });
    const join = async (name: string) => {
      const answer = await world.running.send('POST', `/human-evaluations/${evaluation_id}/voters`, { body: { name } });
      return [answer.status, await answer.json()] as const;
    };
    await vote(0, '1');
    await vote(1, '1');
    // All votes finish it, and others may still vote.
    expect([(await join('ana'))[0], await vote(0, '0')]).toEqual([200, 204]);
    for (const word of ['EVALUATION_FINISHED', 'FINISHED'] as const) {
      await set(word);
      const [status, refusal] = await join('ben');
      expect([status, refusal]).toEqual([409, { detail: expect.stringContaining('is closed since') }]);
      expect([await vote(0, '1'), await vote(0, '')]).toEqual([409, 409]);
      expect(await world.call('getHumanLinks', { evaluation_id })).toMatchObject({ code: null });
      await set('STARTED');
      expect([(await join(`after ${word}`))[0], await vote(0, '1')]).toEqual([200, 204]);
    }
  });

  test('of several people are stored separately; the case shows the most frequent', async () => {
    await using world = await openWorld();
    const { evaluation_id, variant_ids, vote } = await compareTwo(world);
    for (const [name, given] of [
      ['ana', variant_ids[0]],
      ['ben', variant_ids[0]],
      ['cem', '1'],
    ] as const) {
      await vote(0, given, await makeAuthor(world, name));
    }
    const [scenario] = await world.call('listHumanEvaluationScenarios', { evaluation_id });
    expect(scenario?.vote).toBe(variant_ids[0]);
    const voters = await world.call('listHumanVoters', { evaluation_id });
    expect(voters.map(({ name, votes }) => [name, votes])).toEqual([
      ['ana', 1],
      ['ben', 1],
      ['cem', 1],
    ]);
    const votes = await world.call('listHumanVotes', { evaluation_id, limit: 1 });
    expect(votes).toEqual([
      {
        scenario_id: scenario?.id,
        position: 0,
        votes: voters.map(({ id }, index) => ({
          voter_id: id,
          vote: index === 2 ? '1' : variant_ids[0],
          score: '',
          note: '',
          is_blind: false,
          updated_at: expect.any(String),
        })),
      },
    ]);
    const results = await world.call('getHumanEvaluationResults', { evaluation_id });
    expect(results.votes_data?.variants_votes_data[variant_ids[0]]).toEqual({ number_of_votes: 2, percentage: 33.33 });
  });

  test('two concurrent votes by one key create one voter', async () => {
    await using world = await openWorld();
    const { evaluation_id, vote } = await compareTwo(world);
    expect(await Promise.all([vote(0, '1'), vote(1, '1'), vote(0, '0')])).toEqual([204, 204, 204]);
    expect(await world.call('listHumanVoters', { evaluation_id })).toMatchObject([{ votes: 2 }]);
  });

  test('for an invalid choice are refused at their field', async () => {
    await using world = await openWorld();
    const { put } = await compareTwo(world);
    expect(await seen(await put(0, { vote: 'both' }))).toEqual([
      422,
      { detail: [expect.objectContaining({ loc: ['body', 'vote'] })] },
    ]);
  });

  test('as a score are refused at the case', async () => {
    await using world = await openWorld();
    const { evaluation_id } = await compareTwo(world);
    const [scenario] = await world.call('listHumanEvaluationScenarios', { evaluation_id });
    const path = `/human-evaluations/evaluation_scenario/${scenario?.id ?? ''}/score`;
    expect(await seen(await world.running.send('PUT', path, { body: { score: 50 } }))).toEqual([
      422,
      { detail: [expect.objectContaining({ loc: ['path', 'evaluation_scenario_id'] })] },
    ]);
  });

  test.each(['much', ' ', '0x10', 'Infinity', '1e999', 'NaN'])('the score %j is refused', async (score) => {
    await using world = await openWorld();
    const evaluation_id = await world.makeHumanEvaluation();
    const [scenario] = await world.call('listHumanEvaluationScenarios', { evaluation_id });
    const path = `/human-evaluations/${evaluation_id}/evaluation_scenario/${scenario?.id ?? ''}/single_model_test`;
    expect(await seen(await world.running.send('PUT', path, { body: { score } }))).toEqual([
      422,
      { detail: [expect.objectContaining({ loc: ['body', 'score'] })] },
    ]);
  });

  test('scores are counted, and a case shows their mean', async () => {
    await using world = await openWorld();
    const evaluation_id = await world.makeHumanEvaluation();
    const [first, second] = await world.call('listHumanEvaluationScenarios', { evaluation_id });
    const score = async (id: string | undefined, given: number, key: string) => {
      const path = `/human-evaluations/evaluation_scenario/${id ?? ''}/score`;
      expect((await world.running.send('PUT', path, { body: { score: given }, key })).status).toBe(204);
    };
    const [ana, ben] = [await makeAuthor(world, 'ana'), await makeAuthor(world, 'ben')];
    await score(first?.id, 70, ana);
    await score(first?.id, 90, ben);
    await score(second?.id, 90, ana);
    const read = await world.call('getHumanScenarioScore', { evaluation_scenario_id: first?.id ?? '' });
    expect(read).toEqual({ scenario_id: first?.id, score: '80' });
    const results = await world.call('getHumanEvaluationResults', { evaluation_id });
    expect(results).toEqual({ results_data: { 70: 1, 90: 2 } });
  });

  test('scores are counted in their order, without those that were withdrawn', async () => {
    await using world = await openWorld();
    const evaluation_id = await world.makeHumanEvaluation();
    const [first, second] = await world.call('listHumanEvaluationScenarios', { evaluation_id });
    const score = async (id: string | undefined, given: number | string, key: string) => {
      const path = `/human-evaluations/${evaluation_id}/evaluation_scenario/${id ?? ''}/single_model_test`;
      expect((await world.running.send('PUT', path, { body: { score: given }, key })).status).toBe(204);
    };
    const [ana, ben] = [await makeAuthor(world, 'ana'), await makeAuthor(world, 'ben')];
    await score(first?.id, 2.5, ana);
    await score(first?.id, ' 2.50 ', ben);
    await score(second?.id, 7, ana);
    await score(second?.id, '', ana);
    await score(second?.id, -1, ben);
    const results = await world.call('getHumanEvaluationResults', { evaluation_id });
    expect(JSON.stringify(results)).toBe('{"results_data":{"-1":1,"2.5":2}}');
  });

  test('without any, all shares are zero', async () => {
    await using world = await openWorld();
    const { evaluation_id } = await compareTwo(world);
    const none = { number_of_votes: 0, percentage: 0 };
    const results = await world.call('getHumanEvaluationResults', { evaluation_id });
    expect(results.votes_data).toMatchObject({ nb_of_rows: 2, flag_votes: none, positive_votes: none });
  });

  test("by a key whose owner's name a voter has already are those of another person", async () => {
    await using world = await openWorld();
    const { evaluation_id, vote } = await compareTwo(world);
    await world.call('createHumanVoter', { evaluation_id, body: { name: 'ana' } });
    await vote(0, '1', await makeAuthor(world, 'ana'));
    const voters = await world.call('listHumanVoters', { evaluation_id });
    expect(voters.map(({ name, votes }) => [name, votes])).toEqual([
      ['ana', 0],
      [expect.stringMatching(/^ana \(key [\da-f-]{36}\)$/), 1],
    ]);
  });

  test('are deleted with the evaluation', async () => {
    await using world = await openWorld();
    const { evaluation_id, vote } = await compareTwo(world);
    await vote(0, '1');
    await world.call('deleteHumanEvaluations', { body: { evaluations_ids: [evaluation_id] } });
    const { db } = world.running.store;
    expect([
      await db.selectFrom('human_votes').selectAll().execute(),
      await db.selectFrom('human_voters').selectAll().execute(),
    ]).toEqual([[], []]);
  });
});

describe('links to vote', () => {
  test('exist once for all, and for each created voter', async () => {
    await using world = await openWorld();
    const evaluation_id = await world.makeHumanEvaluation();
    const made = await world.call('createHumanVoter', { evaluation_id, body: { name: 'ana' } });
    const links = await world.call('getHumanLinks', { evaluation_id });
    expect(links).toEqual({ code: expect.stringMatching(/^[\w-]{32}$/), voters: [made] });
    expect(links.code).not.toBe(made.code);
  });

  test('are stored sealed and hashed, and shown to authors only', async () => {
    await using world = await openWorld();
    const evaluation_id = await world.makeHumanEvaluation();
    const { code } = await world.call('createHumanVoter', { evaluation_id, body: { name: 'ana' } });
    const stored = await world.running.store.db.selectFrom('human_voters').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(code);
    const key = world.running.keys.viewer;
    expect((await world.running.send('GET', `/human-evaluations/${evaluation_id}/links`, { key })).status).toBe(403);
    const shown = await world.running.send('GET', `/human-evaluations/${evaluation_id}/voters`, { key });
    expect(JSON.stringify(await seen(shown))).not.toContain(code);
  });

  test('a name that is taken answers 409, and one without a letter 422', async () => {
    await using world = await openWorld();
    const evaluation_id = await world.makeHumanEvaluation();
    const make = (name: string) =>
      world.running.send('POST', `/human-evaluations/${evaluation_id}/voters`, { body: { name } });
    expect((await make('ana')).status).toBe(200);
    expect((await make('ana')).status).toBe(409);
    expect([(await make('')).status, (await make('a\nb')).status, (await make('x'.repeat(101))).status]).toEqual([
      422, 422, 422,
    ]);
  });
});
