import { expect, test } from 'vitest';
import { createClient } from '../../../src/client/create-client.ts';
import { adaptClient } from '../../../src/client/public/adapt-client.ts';
import { httpTransport } from '../../../src/client/transport/http-transport.ts';
import { openEvaluators } from '../../../src/use-cases/develop/rows/open-evaluators.ts';
import { deploy } from '../../helpers/other-services/public-state.ts';
import { startPublicWorld } from '../../helpers/other-services/public-world.ts';

test.each([false, true])(
  'what an environment runs is the baseline, and no other variant (%s)',
  async (isHistoryBroken) => {
    await using world = await startPublicWorld({ isHistoryBroken });
    const { state, wf } = world;
    const production = state.environments.find(({ name }) => name === 'production');
    const running = state.variants[0];
    if (production === undefined || running === undefined) throw new Error('The service has both.');
    deploy(production, running);
    const evaluate = async (variants: string) =>
      await wf(`eval run --testset ${world.folder.path('cases.csv')} --variants ${variants} --evaluators exact_match`);
    await evaluate('app.n');
    await evaluate('app.n');
    const id = state.evaluations[0]?.id ?? '';
    const compare = async () => await wf(`eval compare env:production ${id} --json`);
    expect(await compare()).toMatchObject({
      exitCode: 3,
      stdout: '',
      stderr: expect.stringContaining('What production runs has no evaluation to compare'),
    });
    await evaluate('app.default');
    const compared = await compare();
    expect(compared).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(compared.stdout)).toMatchObject({
      baseline: { id: state.evaluations[2]?.id },
      baseline_source: { kind: 'newest', environment: 'production' },
    });
  },
);

test('evaluators of a trial get the settings of the templates and the expected answer', async () => {
  await using world = await startPublicWorld();
  const { url: baseUrl, appId } = world.service;
  const client = adaptClient(createClient({ transport: httpTransport(), baseUrl }));
  const open = async (typed: string) => await openEvaluators({ client, appId, typed, own: null });
  const typed =
    'exact_match,similarity_match,exact_match:correct_answer_key=reply,tone_check:tone=calm:answer_column=reply';
  const scores = [];
  for (const { name, settings, score } of await open(typed)) {
    const cells = { question: 'q', correct_answer: 'a', reply: 'b' };
    scores.push([name, settings, await score({ cells, output: 'a', cost: 1, latency: 2 })]);
  }
  expect(scores).toEqual([
    ['exact_match', { correct_answer_key: 'correct_answer' }, true],
    ['similarity_match', { similarity_threshold: 0.5, correct_answer_key: 'correct_answer' }, true],
    ['exact_match:correct_answer_key=reply', { correct_answer_key: 'reply' }, false],
    ['tone_check:tone=calm:answer_column=reply', { tone: 'calm', answer_column: 'reply' }, false],
  ]);
  await expect(open('rouge_l')).rejects.toThrow('No evaluator of this service is called "rouge_l"');
  await expect(open('starts_with')).rejects.toThrow('auto_starts_with needs the setting prefix');
  await client.close();
});

test('settings of other types than ours are shown and sent as text', async () => {
  const odd = { label: 5, type: { of: 'theirs' }, default: null };
  const template = { colour: { label: 'Colour', type: 'colour' }, odd, none: 'nothing' };
  const shown = { name: 'Paint', key: 'paint', direct_use: false, settings_template: template, tags: [] };
  await using world = await startPublicWorld({ instead: () => ({ 'GET /evaluators': () => [shown] }) });
  const { stdout, exitCode } = await world.wf('evaluators show paint --json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    settings_template: { colour: { label: 'Colour', type: 'string' }, odd: { label: 'odd', type: 'string' } },
  });
  await world.wf('evaluators create red --evaluator paint --set colour=5');
  expect(world.state.evaluators).toMatchObject([{ settings: { colour: '5' } }]);
});
