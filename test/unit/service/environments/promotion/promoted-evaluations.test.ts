import { expect, test } from 'vitest';
import {
  requireBaseline,
  requireCandidate,
  type Promoted,
} from '../../../../../src/service/environments/promotion/promoted-evaluations.ts';
import { findDeployment } from '../../../../../src/service/variants/queries/deployments.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const evaluation = (id: string, more: Record<string, string | number> = {}) => ({
  id,
  app_id: 'a',
  variant_name: 'main',
  variant_revision_id: 'r3',
  revision: 3,
  deployment_id: 'd1',
  evaluator_configs: '[]',
  status_value: 'EVALUATION_FINISHED',
  ...more,
});

/** Promotes revision 3 of `main` with the code `d1`, whose bundle `d2` has as well. */
async function openPromotion(...evaluations: Record<string, string | number>[]) {
  const { db } = await openBare();
  await insertBare(db, 'apps', [{ id: 'a', name: 'a' }]);
  await insertBare(db, 'bases', [{ id: 'x', app_id: 'a', name: 'main' }]);
  await insertBare(db, 'deployments', [
    { id: 'd1', app_id: 'a', base_id: 'x', artifact_sha256: 'sha' },
    { id: 'd2', app_id: 'a', base_id: 'x', artifact_sha256: 'sha' },
    { id: 'd3', app_id: 'a', base_id: 'x', artifact_sha256: 'other' },
    { id: 'd4', app_id: 'a', base_id: 'x', artifact_sha256: null, url: 'https://x' },
    { id: 'd5', app_id: 'a', base_id: 'x', artifact_sha256: null, url: 'https://x' },
  ]);
  await insertBare(db, 'evaluations', evaluations);
  const promoted = async (deployment: string | null = 'd1', environment: object = {}) =>
    ({
      environment: { name: 'live', protection: null, variant_revision_id: null, ...environment },
      variant: { variant_name: 'main', app_id: 'a' },
      revision: { id: 'r3', revision: 3 },
      deployment: deployment === null ? null : await findDeployment(db, deployment),
    }) as Promoted; // what is read of it
  return { db, promoted };
}

const refusal = (field: string, msg: string) => ({
  code: 'WF_INVALID_INPUT',
  message: `${msg}.`,
  details: [{ loc: ['body', field], msg, type: 'evaluation_unfit' }],
});

test.each([
  ['d1', {}],
  ['d2', {}],
  ['d1', { status_value: 'EVALUATION_FINISHED_WITH_ERRORS' }],
  ['d4', { deployment_id: 'd4' }],
])('an evaluation of the same app, revision and code proves a deploy of %s: %j', async (deployment, more) => {
  const { db, promoted } = await openPromotion(evaluation('e', more));
  expect((await requireCandidate(db, 'e', await promoted(deployment))).id).toBe('e');
});

test.each([
  ['d1', { app_id: 'b' }, 'Evaluation e belongs to another app'],
  [
    'd1',
    { status_value: 'EVALUATION_STARTED' },
    'Evaluation e has no complete results: its status is EVALUATION_STARTED',
  ],
  ['d1', { variant_revision_id: 'r2', variant_name: 'bold', revision: 2 }, 'Evaluation e is of bold@2, not of main@3'],
  ['d1', { deployment_id: 'd3' }, 'Evaluation e ran different code: evaluate again'],
  ['d1', { deployment_id: 'gone' }, 'Evaluation e ran different code: evaluate again'],
  ['d4', { deployment_id: 'd5' }, 'Evaluation e ran different code: evaluate again'],
  [null, {}, 'Evaluation e ran different code: evaluate again'],
])('another evaluation proves nothing of a deploy of %s: %j', async (deployment, more, msg) => {
  const { db, promoted } = await openPromotion(evaluation('e', more));
  await expect(requireCandidate(db, 'e', await promoted(deployment))).rejects.toMatchObject(
    refusal('evaluation_id', msg),
  );
});

test('evaluators are called what they are, or something that no evaluator is called', async () => {
  const named = (name: string) =>
    evaluation('e', { evaluator_configs: JSON.stringify([{ name, evaluator_key: 'auto_exact_match' }]) });
  for (const name of ['exact_match', 'auto_exact_match', 'my own', 'exact_match strict']) {
    const { db, promoted } = await openPromotion(named(name));
    expect((await requireCandidate(db, 'e', await promoted())).id).toBe('e');
  }
  const { db, promoted } = await openPromotion(named('contains'));
  await expect(requireCandidate(db, 'e', await promoted())).rejects.toMatchObject({
    message: expect.stringMatching(
      /^Evaluation e calls the evaluator auto_exact_match "contains", which is another evaluator\.$/,
    ),
  });
});

const PROTECTED = { protection: '{}', variant_revision_id: 'r3', variant_name: 'main' };

test('a baseline is any finished evaluation of the app, but for a protected environment that of what it runs', async () => {
  const old = evaluation('old', { variant_name: 'bold', variant_revision_id: 'r2', revision: 2 });
  const { db, promoted } = await openPromotion(evaluation('e'), old);
  expect(await requireBaseline(db, null, await promoted())).toBeNull();
  expect((await requireBaseline(db, 'old', await promoted()))?.id).toBe('old');
  expect((await requireBaseline(db, 'e', await promoted('d1', PROTECTED)))?.id).toBe('e');
  const unused = { ...PROTECTED, variant_revision_id: null };
  expect((await requireBaseline(db, 'old', await promoted('d1', unused)))?.id).toBe('old');
  const unprotected = { ...PROTECTED, protection: null };
  expect((await requireBaseline(db, 'old', await promoted('d1', unprotected)))?.id).toBe('old');
  await expect(requireBaseline(db, 'old', await promoted('d1', PROTECTED))).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: expect.stringMatching(
      /^Evaluation old is of bold@2; a protected environment compares with what it runs: main/,
    ),
    details: [expect.objectContaining({ loc: ['body', 'baseline_evaluation_id'], type: 'evaluation_unfit' })],
  });
});

test('a baseline of another app, or one that is not finished, is refused', async () => {
  const { db, promoted } = await openPromotion(
    evaluation('e', { app_id: 'b' }),
    evaluation('f', { status_value: 'EVALUATION_CANCELLED' }),
  );
  await expect(requireBaseline(db, 'e', await promoted())).rejects.toMatchObject(
    refusal('baseline_evaluation_id', 'Evaluation e belongs to another app'),
  );
  await expect(requireBaseline(db, 'f', await promoted())).rejects.toMatchObject(
    refusal('baseline_evaluation_id', 'Evaluation f has no complete results: its status is EVALUATION_CANCELLED'),
  );
});
