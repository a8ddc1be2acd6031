import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveCallTarget } from '../../../src/service/request/call-targets.ts';
import { openWorld, type OwnWorld } from '../../helpers/open-world.ts';
import { ROUTES } from '../../helpers/service-world.ts';

type Step = 'deploy' | 'change' | 'promote' | 'roll back' | 'revoke' | 'delete' | 'set a variable' | 'log';

const STEPS: readonly Step[] = [
  'deploy',
  'change',
  'promote',
  'roll back',
  'revoke',
  'delete',
  'set a variable',
  'log',
];

/** Calls that depend on different records. */
const SLUGS = [{ environment: 'production' }, { config: 'default' }, { config: 'name-1' }] as const;

/** What every call would get, in the order of `SLUGS`, and whether the key is valid. */
type State = readonly (string | number)[];

test('no call that begins after a commit sees what was before', async () => {
  const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 4, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(steps, async (chosen) => await race(chosen)),
    { seed: 1, numRuns: 4 },
  );
});

async function race(steps: readonly Step[]): Promise<void> {
  await using world = await openWorld();
  await world.makeVariant();
  const key = await world.callByAll('createKey', { body: { name: 'caller', role: 'viewer' } });
  const states: State[] = [await readState(world, true)];
  let begun = 0;
  const ending = new AbortController();
  let isValid = true;
  const callAgain = async (index: number): Promise<void> => {
    while (!ending.signal.aborted) {
      const first = states.length - 1;
      const seen = await call(world, index, key);
      const allowed = () => states.slice(first, begun + 1).map((state) => toAnswer(state, index));
      // The state after a step is known once the step and a read of the store have ended.
      await expect.poll(() => states.length > begun || allowed().includes(seen)).toBe(true);
      expect(allowed()).toContain(seen);
      // A refusal waits for nothing: without a turn between them, nothing else would run.
      await nextTurn();
    }
  };
  const calling = Promise.all(SLUGS.map((_, index) => callAgain(index)));
  // A failure of a call is thrown below; it must not end the process meanwhile.
  calling.catch(() => undefined);
  try {
    for (const step of steps) {
      begun += 1;
      await take(world, step, begun, key.slice(0, 8));
      isValid &&= step !== 'revoke';
      const state = await readState(world, isValid);
      for (const index of SLUGS.keys())
        expect([step, await call(world, index, key)]).toEqual([step, toAnswer(state, index)]);
      states.push(state);
    }
  } finally {
    ending.abort();
  }
  await calling;
}

function toAnswer(state: State, index: number): string | number | undefined {
  return state.at(-1) === 'valid' ? state[index] : 401;
}

/** Reads the store itself, without a cache. */
async function readState({ running, appId }: OwnWorld, isValid: boolean): Promise<State> {
  const targets = SLUGS.map(async (named) => {
    const slug = { application: null, variant: null, environment: null };
    const variant = 'config' in named ? named.config : null;
    const environment = 'environment' in named ? named.environment : null;
    const address = { app: appId, variant: 'default', appIds: null, slug: { ...slug, variant, environment } };
    const resolved = await resolveCallTarget(running.store.db, address);
    return resolved.ok ? `${resolved.value.deployment.id} ${resolved.value.revisionId}` : resolved.refusal.status;
  });
  return [...(await Promise.all(targets)), isValid ? 'valid' : 'revoked'];
}

async function call({ running, appId }: OwnWorld, index: number, key: string): Promise<string | number> {
  const response = await running.send('POST', `/services/${appId}/default/run`, { body: SLUGS[index], key });
  if (!response.ok) return response.status;
  // As the echoing host answers.
  const { deploymentId, revisionId } = (await response.json()) as { deploymentId: string; revisionId: string };
  return `${deploymentId} ${revisionId}`;
}

/** Makes a change; one that is refused, as the second deletion of a variant, changes nothing. */
async function take(world: OwnWorld, step: Step, number: number, keyPrefix: string): Promise<void> {
  const { running, appId, variantId, sha256 } = world;
  const send = async (method: string, path: string, body?: unknown) => {
    const { status } = await running.send(method, path, { body });
    expect([step, [200, 201, 204, 404, 409].includes(status) || status]).toEqual([step, true]);
  };
  const to = { environment_name: 'production', variant_id: variantId };
  const code = { variant_name: 'default', artifact_sha256: sha256, routes: ROUTES, sdk_version: `0.1.${number}` };
  switch (step) {
    case 'deploy':
      return await send('POST', `/apps/${appId}/deployments`, { ...code, environment: 'production' });
    case 'change':
      return await send('PUT', `/variants/${variantId}/parameters`, {
        parameters: { words: 10 + (running.calls.length % 90) },
      });
    case 'promote':
      return await send('POST', '/environments/deploy', to);
    case 'roll back':
      return await send('POST', '/environments/production/rollback', { app_id: appId });
    case 'revoke':
      return await send('DELETE', `/keys/${keyPrefix}`);
    case 'delete': {
      const response = await running.send('GET', `/apps/${appId}/variants?name=name-1`);
      const [variant] = (await response.json()) as { variant_id: string }[];
      return variant === undefined ? undefined : await send('DELETE', `/variants/${variant.variant_id}`);
    }
    case 'set a variable':
      return await send('PUT', `/apps/${appId}/variables/MODEL`, { value: 'small' });
    case 'log':
      return await send('POST', '/testsets', { name: 'cases', csvdata: [] });
  }
}
