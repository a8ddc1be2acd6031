import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { NARROWED, ROUTES } from '../../helpers/service-world.ts';
import { openWorld, type OwnWorld } from '../../helpers/open-world.ts';

const ENVIRONMENTS = ['production', 'staging'] as const;
const environment = fc.constantFrom(...ENVIRONMENTS);
const place = fc.nat({ max: 5 });

/** Actions of users, some of which the service refuses. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('code'),
    isFiltered: fc.boolean(),
    sdk: fc.nat({ max: 2 }),
    to: fc.option(environment),
  }),
  fc.record({ kind: fc.constant('change'), variant: place, words: fc.integer({ min: 0, max: 250 }) }),
  fc.record({ kind: fc.constant('variant') }),
  fc.record({ kind: fc.constant('promote'), variant: place, revision: fc.option(place), to: environment }),
  fc.record({ kind: fc.constant('delete'), variant: place }),
  fc.record({ kind: fc.constant('back'), to: environment, revision: fc.option(place) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test("after any history, a roll-back restores the routes' answers", { timeout: 180_000 }, async () => {
  const history = fc.array(step, { minLength: 3, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      await using world = await openWorld();
      const answers = new Map<string, unknown>();
      await remember(world, answers);
      for (const one of steps) {
        const { status } = await act(world, one);
        expect([status < 500, one]).toEqual([true, one]);
        await remember(world, answers);
      }
      for (const [key, answer] of answers) {
        const [name = '', revision = ''] = key.split('@');
        const body = { app_id: world.appId, revision: Number(revision) };
        await world.call('rollbackEnvironment', { environment_name: name, body });
        expect([key, await answerOf(world, name)]).toEqual([key, answer]);
      }
    }),
    { seed: 1, numRuns: 8 },
  );
});

async function act(world: OwnWorld, one: Step): Promise<Response> {
  const { appId, running, sha256, baseId, nextName } = world;
  const variants = await world.call('listAppVariants', { app_id: appId });
  const pick = (index: number) => variants[index % variants.length]?.variant_id ?? '';
  switch (one.kind) {
    case 'code': {
      const body = {
        variant_name: 'default',
        artifact_sha256: sha256,
        routes: one.isFiltered ? NARROWED : ROUTES,
        sdk_version: `0.${one.sdk}.0`,
        accept_breaking: true,
        environment: one.to,
      };
      return await running.send('POST', `/apps/${appId}/deployments`, { body });
    }
    case 'change': {
      const body = { parameters: { words: one.words } };
      return await running.send('PUT', `/variants/${pick(one.variant)}/parameters`, { body });
    }
    case 'variant': {
      const name = nextName();
      const body = { base_id: baseId, new_variant_name: name, new_config_name: name, parameters: { words: 70 } };
      return await running.send('POST', '/variants/from-base', { body });
    }
    case 'promote': {
      const revision = one.revision === null ? {} : { revision: one.revision };
      const body = { environment_name: one.to, variant_id: pick(one.variant), ...revision };
      return await running.send('POST', '/environments/deploy', { body });
    }
    case 'delete':
      return await running.send('DELETE', `/variants/${pick(one.variant)}`);
    case 'back': {
      const revision = one.revision === null ? {} : { revision: one.revision };
      return await running.send('POST', `/environments/${one.to}/rollback`, { body: { app_id: appId, ...revision } });
    }
  }
}

/** Records what each environment answers now, by its revision. */
async function remember(world: OwnWorld, answers: Map<string, unknown>): Promise<void> {
  for (const { name, revision } of await world.call('listAppEnvironments', { app_id: world.appId })) {
    const key = `${name}@${revision}`;
    if (revision !== null && !answers.has(key)) answers.set(key, await answerOf(world, name));
  }
}

/** What a route answers in an environment: its code, its revision and its configuration. */
async function answerOf({ running, appId, call }: OwnWorld, name: string): Promise<unknown> {
  const body = { environment: name, text: 'hello' };
  const response = await running.send('POST', `/services/${appId}/default/run`, { body });
  const { params } = await call('fetchConfig', {
    body: {
      variant_ref: null,
      application_ref: { id: appId, slug: null, version: null },
      environment_ref: { slug: name, id: null, version: null },
    },
  });
  return [response.status, await response.json(), params];
}
