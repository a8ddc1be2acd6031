import { fork } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createClient } from '../../../src/client/create-client.ts';
import { adaptClient } from '../../../src/client/public/adapt-client.ts';
import { inProcessTransport } from '../../helpers/in-process-transport.ts';
import { deployToEnvironment, rollbackEnvironment } from '../../../src/use-cases/environments/change-environment.ts';
import { type BundledPrograms, bundlePrograms } from '../../helpers/bundle-programs.ts';
import { makeJudgedEvaluation } from '../../helpers/judged-evaluation.ts';
import { createMigratedDatabase } from '../../helpers/postgres.ts';
import { createWorld, type World } from '../../helpers/service-world.ts';
import { type RunningService, startService } from '../../helpers/start-service.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const GATE = { name: 'gate.yaml', content: 'rules: [{ metric: exact_match, minimum: 0.8 }]\n' };

let programs: BundledPrograms;

beforeAll(async () => {
  programs = await bundlePrograms(['faults/programs/change-and-hang.ts']);
});

afterAll(async () => await programs[Symbol.asyncDispose]());

/** One database and two services, like two replicas, with an app that has two revisions in production. */
async function openReplicas(database: string) {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await tempFolder());
  const at =
    database === 'SQLite' ? folder.path('wf.db') : stack.use(await createMigratedDatabase(inject('postgresUrl'))).url;
  const [first, second] = [
    stack.use(await startService({ database: { at } })),
    stack.use(await startService({ database: { at } })),
  ];
  const world = await createWorld(first);
  const verdicts = Array.from({ length: 10 }, () => true);
  const evaluation = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts });
  await deployAnother(world);
  const disposal = stack.move();
  return { at, first, second, world, evaluation, [Symbol.asyncDispose]: () => disposal.disposeAsync() };
}

async function deployAnother({ call, makeVariant }: World): Promise<void> {
  await call('deployToEnvironment', { body: { environment_name: 'production', variant_id: await makeVariant() } });
}

/** A client that sends its change when another one is about to send its own. */
function meetingClient({ service, keys }: RunningService, meet: () => Promise<void>) {
  return adaptClient(
    createClient({
      transport: inProcessTransport(async (request) => {
        if (request.method === 'POST') await meet();
        return await service.fetch(request);
      }),
      baseUrl: 'http://wf.test',
      credential: { key: keys.operator, form: 'apikey' },
    }),
  );
}

function meetingOf(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  return async () => {
    left -= 1;
    if (left === 0) resolve();
    await promise;
  };
}

const readHistory = async ({ call, appId }: World) => {
  const { revisions } = await call('getEnvironmentRevisions', { app_id: appId, environment_name: 'production' });
  const log = await call('listAuditEntries', { app_id: appId });
  const logged = log.filter(({ kind, name }) => kind === 'environment' && name === 'production');
  return { revisions, logged };
};

/** Every revision exists once and was logged as the successor of the previous one. */
async function expectWhole(world: World, count: number): Promise<void> {
  const { revisions, logged } = await readHistory(world);
  expect(revisions.map(({ revision }) => revision)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  const ids = revisions.map(({ id }) => id);
  expect(logged.map(({ before, after }) => [before, after])).toEqual(
    ids.map((id, index) => [ids[index - 1] ?? null, id]),
  );
}

describe.each(['SQLite', 'PostgreSQL'])('environments on %s', (database) => {
  const options = { app: 'support', environment: 'production', variant: 'default' };

  test.each(['two deploys', 'two promotions', 'a deploy and a roll-back'])(
    'of %s at the same time, one wins and the other is refused',
    async (pair) => {
      await using replicas = await openReplicas(database);
      const { first, second, world, evaluation } = replicas;
      for (let round = 0; round < 3; round += 1) {
        // Deploying what runs already would change nothing.
        await deployAnother(world);
        const meet = meetingOf(2);
        const [one, other] = [meetingClient(first, meet), meetingClient(second, meet)];
        const proof = pair === 'two promotions' ? { gate: GATE, evaluations: [evaluation] } : {};
        const outcomes = await Promise.allSettled([
          deployToEnvironment({ ...options, ...proof, client: one }),
          pair === 'a deploy and a roll-back'
            ? rollbackEnvironment({ ...options, client: other, to: null })
            : deployToEnvironment({ ...options, ...proof, client: other }),
        ]);
        const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
        expect(refusals).toEqual([expect.objectContaining({ code: 'WF_CONFLICT', status: 412, exitCode: 5 })]);
        await expectWhole(world, 4 + 2 * round);
      }
    },
  );

  // Before the commit, and before the answer.
  const steps = ['written', 'committed'] as const;
  const changes = ['a deploy', 'a promotion', 'a roll-back', 'a deploy of code'] as const;
  const requestOf = (change: (typeof changes)[number], { world, evaluation }: { world: World; evaluation: string }) => {
    const { variantId: variant_id, appId: app_id, sha256: artifact_sha256 } = world;
    const deploy = { environment_name: 'production', variant_id };
    const routes = [{ path: '/', name: 'default', config: null, input: null, output: null, defaults: {} }];
    const code = { variant_name: 'fresh', base_name: 'fresh', artifact_sha256, routes, sdk_version: '9.9.9' };
    return {
      'a deploy': ['/environments/deploy', deploy],
      'a promotion': ['/environments/deploy', { ...deploy, gate: GATE, evaluation_id: evaluation }],
      'a roll-back': ['/environments/production/rollback', { app_id, revision: 1 }],
      'a deploy of code': [`/apps/${app_id}/deployments`, { ...code, environment: 'production' }],
    }[change] as [string, Record<string, unknown>]; // a path and its body, each
  };

  test.each(changes)('%s killed at any step is stored completely or not at all, and can be retried', async (change) => {
    await using replicas = await openReplicas(database);
    const { at, first, world, evaluation } = replicas;
    const [path, body] = requestOf(change, replicas);
    // A promotion counts the look of its gate in a transaction of its own, unless it was counted before.
    const look = { gate_sha256: hash('sha256', GATE.content), baseline_id: null };
    if (change === 'a promotion') await first.send('POST', `/evaluations/${evaluation}/looks`, { body: look });
    let count = 2;
    for (const step of steps) {
      const child = fork(programs.pathOf('change-and-hang'), [at, step, 'POST', path, JSON.stringify(body)], {
        execArgv: [],
      });
      expect((await once(child, 'message'))[0]).toBe(step);
      child.kill('SIGKILL');
      await once(child, 'exit');
      if (step === 'committed') count += 1;
      await expectWhole(world, count);
    }
    const again = await first.send('POST', path, { body });
    expect(again.status).toBe(200);
    // It runs there by now, so nothing changes.
    await expectWhole(world, count);
  });
});
