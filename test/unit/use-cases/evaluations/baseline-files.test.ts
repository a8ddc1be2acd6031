import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Client } from '../../../../src/client/create-client.ts';
import { parseGate } from '../../../../src/evaluation/gate/parse-gate.ts';
import { applyGate } from '../../../../src/use-cases/evaluations/apply-gate.ts';
import { compareEvaluations } from '../../../../src/use-cases/evaluations/compare-evaluations.ts';
import { exportEvaluation } from '../../../../src/use-cases/evaluations/export-evaluation.ts';
import { resolveBaseline } from '../../../../src/use-cases/evaluations/resolve-baseline.ts';
import { createRunBaseline } from '../../../../src/use-cases/evaluations/run-baseline.ts';
import { runEvaluation } from '../../../../src/use-cases/evaluations/run-evaluation.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { type JudgedEvaluation, makeJudgedEvaluation } from '../../../helpers/judged-evaluation.ts';
import { openWorld, type OwnWorld } from '../../../helpers/open-world.ts';
import { addRoutes, deploy } from '../../../helpers/promote.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const verdicts = (passes: (index: number) => boolean, count = 80) =>
  Array.from({ length: count }, (_, index) => passes(index));
const ALL = verdicts(() => true);
const GATE = parseGate('release', 'rules: [{ metric: exact_match, not_worse_by: 0.1 }]');

/** Writes the evaluation of one service to a file, and returns it as the baseline of another. */
async function openFile(judged: Partial<JudgedEvaluation> = {}) {
  const project = await tempProject();
  await using world = await openWorld();
  await addRoutes(world);
  const id = await makeJudgedEvaluation(world, {
    variantId: world.variantId,
    verdicts: ALL,
    route: '/draft',
    ...judged,
  });
  const client = clientOf(world.running);
  const evaluation = await client.getEvaluation({ evaluation_id: id });
  const parts = exportEvaluation({ client, evaluation, format: 'json', baseline: null });
  await writeFile(project.path('baseline.json'), parts);
  return { project, id, createdAt: evaluation.created_at, [Symbol.asyncDispose]: project[Symbol.asyncDispose] };
}

async function openCandidate(judged: Partial<JudgedEvaluation> = {}) {
  const world = await openWorld();
  await addRoutes(world);
  const id = await makeJudgedEvaluation(world, {
    variantId: world.variantId,
    verdicts: ALL,
    route: '/draft',
    ...judged,
  });
  const client = clientOf(world.running);
  return { world, client, evaluation: await client.getEvaluation({ evaluation_id: id }), ...world };
}

test('a gate in a service with nothing else stored compares with the file of another', async () => {
  await using file = await openFile();
  const judge = async (judged: Partial<JudgedEvaluation>) => {
    await using candidate = await openCandidate(judged);
    const { client, evaluation } = candidate;
    const options = { client, app: 'support', baseline: './baseline.json', cwd: file.project.root };
    const baseline = await resolveBaseline({ ...options, comparedWith: [evaluation] });
    return await applyGate({ client, gate: GATE, evaluations: [evaluation], baseline });
  };
  const same = await judge({});
  expect(same).toMatchObject({
    verdict: 'passed',
    baseline: { id: file.id, route: '/draft', testset: 'questions-80@1' },
    baseline_source: { kind: 'file', file: './baseline.json', created_at: file.createdAt },
  });
  expect(same.results[0]).not.toHaveProperty('only_in_baseline');
  expect(await judge({ verdicts: verdicts((index) => index >= 30) })).toMatchObject({ verdict: 'failed' });
});

test('rows that only one of both has are counted, and not compared', async () => {
  await using file = await openFile();
  await using candidate = await openCandidate();
  const { client, evaluation } = candidate;
  // A later revision of the test set: three rows are new, and two are gone.
  const rows = Array.from({ length: 81 }, (_, index) => ({ text: `question ${index + 2}`, correct_answer: 'right' }));
  const testset_id = evaluation.testset_id ?? '';
  await candidate.call('updateTestset', { testset_id, body: { name: 'questions-80', csvdata: rows } });
  const id = await makeJudgedEvaluation(candidate.world, {
    variantId: candidate.variantId,
    verdicts: verdicts(() => true, 81),
    testsetId: testset_id,
    route: '/draft',
  });
  const later = await client.getEvaluation({ evaluation_id: id });
  const options = { client, app: 'support', baseline: './baseline.json', cwd: file.project.root };
  const baseline = await resolveBaseline({ ...options, comparedWith: [later] });
  const { results } = await applyGate({ client, gate: GATE, evaluations: [later], baseline });
  expect(results).toMatchObject([{ only_in_baseline: 2, only_in_candidate: 3 }]);
});

test.each<[string, Partial<JudgedEvaluation>, RegExp]>([
  ['of another route', { route: '/classify' }, /it called the route \/classify, the baseline \/draft/],
  [
    'on another test set',
    { verdicts: ALL.slice(1) },
    /it ran on the test set questions-79@1 \(.*\), the baseline questions-80@1/,
  ],
  [
    'by another evaluator of the same name',
    { evaluatorKey: 'auto_contains' },
    /the evaluator exact_match has other settings/,
  ],
])('a file about a subject %s is refused, and says what differs', async (_, judged, message) => {
  await using file = await openFile();
  await using candidate = await openCandidate(judged);
  const { client, evaluation } = candidate;
  const options = { client, app: 'support', baseline: './baseline.json', cwd: file.project.root };
  await expect(resolveBaseline({ ...options, comparedWith: [evaluation] })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: expect.stringMatching(message),
    nextSteps: ['Write it: wf eval export VARIANT --format json --output ./baseline.json'],
  });
});

test('a file by evaluators of other code is refused', async () => {
  await using file = await openFile();
  await using candidate = await openCandidate();
  const { client, evaluation } = candidate;
  const [result] = evaluation.aggregated_results;
  if (result === undefined) throw new Error('It was judged.');
  const changed = { ...evaluation, aggregated_results: [{ ...result, code: 'other' }] };
  const options = { client, app: 'support', baseline: './baseline.json', cwd: file.project.root };
  await expect(resolveBaseline({ ...options, comparedWith: [changed] })).rejects.toMatchObject({
    message: expect.stringContaining('the code of the evaluator exact_match has changed since'),
  });
});

test('wf eval compare takes a file in the place of its first evaluation, and says so', async () => {
  await using file = await openFile();
  await using candidate = await openCandidate();
  const { client, evaluation } = candidate;
  const { comparison, gate } = await compareEvaluations({
    client,
    app: 'support',
    baseline: './baseline.json',
    candidates: [evaluation.id],
    route: null,
    level: null,
    cwd: file.project.root,
    gate: GATE,
  });
  const source = { kind: 'file', file: './baseline.json', created_at: file.createdAt };
  expect([comparison.baseline_source, gate?.baseline_source]).toEqual([source, source]);
  expect(comparison.candidates).toMatchObject([{ id: evaluation.id, pairs: 80 }]);
});

test.each([
  ['./nothing.json', 'Cannot read ./nothing.json: there is no such file.', /^Write it: wf eval export/],
  ['nothing', 'Looked for an evaluation with this id, and for the newest of a variant of this name.', /^wf eval list$/],
  ['release', 'An environment is named env:NAME, and a file by its path.', /^--baseline \.\/release$/],
])('the baseline %s is none, and what was looked for is said', async (baseline, message, step) => {
  await using file = await openFile();
  await using candidate = await openCandidate();
  await writeFile(file.project.path('release'), '');
  const { client, evaluation } = candidate;
  const options = { client, app: 'support', baseline, cwd: file.project.root };
  await expect(resolveBaseline({ ...options, comparedWith: [evaluation] })).rejects.toMatchObject({
    message: expect.stringContaining(message),
    nextSteps: expect.arrayContaining([expect.stringMatching(step)]),
  });
});

test('an unknown app is no unknown baseline, and an unknown baseline keeps what its search found', async () => {
  await using candidate = await openCandidate();
  const { client, evaluation } = candidate;
  const refuse = async (app: string) =>
    await resolveBaseline({ client, app, baseline: 'defalt', cwd: '.', comparedWith: [evaluation] }).catch(
      (thrown: unknown) => thrown,
    );
  expect(await refuse('suport')).toMatchObject({
    message: expect.stringMatching(/^No app is called "suport"\. Did you mean support\?$/),
    nextSteps: ['wf apps list'],
    details: { kind: 'app' },
  });
  expect(await refuse('support')).toMatchObject({
    message: expect.stringContaining('Looked for an evaluation with this id'),
    nextSteps: ['wf eval list', 'wf env list'],
    details: { kind: 'evaluation', near: ['default'] },
  });
});

/** Starts a gated run whose baseline is this; returns its error, and whether calls would have been made. */
async function run(world: OwnWorld, baseline: string, cwd: string, more: object = {}) {
  const own = clientOf(world.running);
  let asked = false;
  const createEvaluations = async () => {
    asked = true;
    return await Promise.reject(new Error('Nothing is run.'));
  };
  const client: Client = { ...own, createEvaluations };
  const found = createRunBaseline({ client, app: 'support', cwd, baseline, variants: ['default'] });
  const error = await runEvaluation({
    client,
    appId: world.appId,
    testset: 'questions-80',
    variants: [{ id: world.variantId, revision: 1 }],
    evaluators: 'exact_match',
    route: '/draft',
    cwd,
    stdin: Readable.from([]),
    abandonedAfterMs: 0,
    gate: GATE,
    findBaseline: found.find,
    ...more,
  }).catch((thrown: unknown) => thrown);
  return { error, asked };
}

test('a run whose baseline is missing or about something else is refused before anything is called', async () => {
  await using file = await openFile();
  await using candidate = await openCandidate();
  const { root } = file.project;
  const refuse = async (baseline: string, more: object = {}) => {
    const { error, asked } = await run(candidate.world, baseline, root, more);
    expect(asked).toBe(false);
    return error;
  };
  expect(await refuse('env:staging')).toMatchObject({
    message: expect.stringContaining('has no evaluation to compare'),
  });
  expect(await refuse('env:prod')).toMatchObject({ message: expect.stringContaining('Did you mean production?') });
  expect(await refuse('nothing')).toMatchObject({ code: 'WF_NOT_FOUND' });
  expect(await refuse('./nothing.json')).toMatchObject({ message: expect.stringContaining('there is no such file') });
  expect(await refuse('./baseline.json', { route: '/classify' })).toMatchObject({
    message: expect.stringMatching(/^\.\/baseline\.json: Cannot compare default@1 with .*: it called the route/),
  });
  expect(await refuse('./baseline.json', { evaluators: 'contains:substring=r' })).toMatchObject({
    message: expect.stringMatching(/^No metric is called "exact_match"/),
  });
  const ofMetric = (metric: string) => ({ gate: parseGate('one', `rules: [{ metric: ${metric}, maximum: 5 }]`) });
  expect(await refuse('./baseline.json', ofMetric('latency p95'))).toMatchObject({
    message: expect.stringMatching(/^No metric is called "latency p95"/),
  });
  expect((await run(candidate.world, './baseline.json', root, ofMetric('latency mean'))).asked).toBe(true);
  const both = parseGate(
    'both',
    'rules: [{ metric: exact_match, not_worse_by: 0.1 }, { metric: rouge_l, not_worse_by: 0.9 }]',
  );
  expect(await refuse('./baseline.json', { evaluators: 'exact_match,rouge_l', gate: both })).toMatchObject({
    message: expect.stringMatching(/^No metric of the baseline is called "rouge_l"/),
  });
  const text = await readFile(file.project.path('baseline.json'), 'utf8');
  await writeFile(file.project.path('baseline.json'), text.replace('"value":true', '"value":false'));
  expect(await refuse('./baseline.json')).toMatchObject({
    message: expect.stringContaining('its checksum does not match'),
  });
  await writeFile(file.project.path('baseline.json'), text);
  expect((await run(candidate.world, './baseline.json', root)).asked).toBe(true);
});

test('no variant of a run is compared with itself, whichever of them an environment runs', async () => {
  await using candidate = await openCandidate();
  const { world, client } = candidate;
  expect(await deploy(world, {})).toEqual([200, null]);
  const judged = { verdicts: ALL, route: '/draft' } as const;
  const tuned = await makeJudgedEvaluation(world, { ...judged, variantId: await world.makeVariant() });
  const again = await makeJudgedEvaluation(world, { ...judged, variantId: world.variantId });
  const read = async (evaluation_id: string) => await client.getEvaluation({ evaluation_id });
  const options = { client, app: 'support', cwd: '.', baseline: 'env:production' };
  // Both orders: the baseline is of the run before.
  for (const ids of [[tuned, again] as const, [again, tuned] as const]) {
    const comparedWith = [await read(ids[0]), await read(ids[1])] as const;
    const found = await resolveBaseline({ ...options, comparedWith });
    expect(found.rows.evaluation.id).toBe(candidate.evaluation.id);
  }
});

test('a variant that runs next to others is the baseline of its run; alone, it is compared with its last evaluation', async () => {
  await using candidate = await openCandidate();
  const { client, evaluation } = candidate;
  const later = { ...evaluation, id: 'later' };
  const context = { client, app: 'support', cwd: '.', baseline: 'default' };
  const next = createRunBaseline({ ...context, variants: ['tuned', 'default@1'] });
  expect(await next.find([evaluation])).toBeNull();
  expect((await next.read([evaluation, later]))?.rows.evaluation.id).toBe('later');
  const alone = createRunBaseline({ ...context, variants: ['default'] });
  await alone.find([{ ...evaluation, id: 'new' }]);
  expect((await alone.read([later]))?.rows.evaluation.id).toBe(evaluation.id);
});

test('a baseline that could be several revisions of a run is refused with each of them', () => {
  const context = { client: fakeClient({}).client, app: 'support', cwd: '.', baseline: 'tuned' };
  expect(() => createRunBaseline({ ...context, variants: ['tuned@2', 'default', 'tuned@3'] })).toThrow(
    expect.objectContaining({
      code: 'WF_USAGE',
      message: "The baseline tuned could be any of the run's variants tuned@2, tuned@3.",
      nextSteps: ['--baseline tuned@2', '--baseline tuned@3'],
    }),
  );
  expect(() => createRunBaseline({ ...context, variants: ['tuned', 'tuned@3'] })).not.toThrow();
});
