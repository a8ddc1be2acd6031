import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { evaluationSubjects } from '../../../src/service/store/migrations/0002-evaluation-subjects.ts';
import type { EndpointInput } from '../../../src/contract/endpoints.ts';
import { openWorld, type OwnWorld } from '../../helpers/open-world.ts';
import { ROUTES } from '../../helpers/service-world.ts';

/** Deploys a variant whose code has these routes and evaluates it. @param route - `null`: not named */
async function evaluate(world: OwnWorld, paths: readonly string[], route: string | null): Promise<string> {
  const routes = paths.flatMap((path) => ROUTES.map((each) => ({ ...each, path, name: `route ${path}` })));
  const name = world.nextName();
  const body = { variant_name: name, base_name: name, artifact_sha256: world.sha256, routes, sdk_version: '0.1.0' };
  const { variant_id } = await world.call('createDeployment', { app_id: world.appId, body });
  const evaluation: EndpointInput<'createEvaluations'>['body'] = {
    app_id: world.appId,
    variant_ids: [variant_id],
    evaluators_configs: [await world.makeEvaluatorConfig()],
    testset_id: await world.makeTestset(),
    rate_limit: { batch_size: 10, max_retries: 3, retry_delay: 2, delay_between_batches: 5 },
    ...(route === null ? {} : { route }),
  };
  const [created] = await world.call('createEvaluations', { body: evaluation });
  return created?.id ?? '';
}

test.each([
  { paths: ['/'], named: null, called: '/' },
  { paths: ['/only'], named: null, called: '/only' },
  { paths: ['/classify', '/', '/draft'], named: null, called: '/' },
  { paths: ['/classify', '/', '/draft'], named: '/draft', called: '/draft' },
  { paths: ['/classify', '/draft'], named: '/classify', called: '/classify' },
])('an evaluation of before that named $named of $paths gets the route $called', async ({ paths, named, called }) => {
  await using world = await openWorld();
  const { db, dialect } = world.running.store;
  const evaluation_id = await evaluate(world, paths, named);
  const subject = async () => {
    const { route, bundle } = await world.call('getEvaluation', { evaluation_id });
    return { route, bundle };
  };
  expect(await subject()).toEqual({ route: called, bundle: world.sha256 });
  // As it was stored before: the route only where it was named.
  await sql`update evaluations set route = ${named}, bundle_sha256 = null where id = ${evaluation_id}`.execute(db);
  const statements = evaluationSubjects.statements({ dialect, text: 'text', bytes: 'blob', real: 'real' });
  const updates = statements.filter((statement) => statement.startsWith('update'));
  for (const statement of updates) await sql.raw(statement).execute(db);
  expect([updates.length, await subject()]).toEqual([2, { route: called, bundle: world.sha256 }]);
});
