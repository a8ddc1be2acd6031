import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { generateClient } from '../../../../src/use-cases/scripts/generate-client.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const APP = { app_id: '01932c5e-0000-7000-8000-00000000000a', app_name: 'support' };
const routeOf = (path: string, name: string): RouteSchema => ({
  path,
  name,
  config: null,
  input: null,
  output: null,
  defaults: {},
});
const VARIANTS = [
  variantOf({ variant_name: 'other.x', base_id: 'b-2', base_name: 'other' }),
  variantOf({ variant_name: 'main.x', base_id: 'b-1', base_name: 'main' }),
];

/** Generates a client; the newest code of `main` has two routes. */
async function generate(routes: readonly RouteSchema[], base: string | null = null, isOurs = true) {
  const { client, calls } = fakeClient({
    listApps: async () => [APP],
    listBases: async () => [
      { base_id: 'b-1', base_name: 'main' },
      { base_id: 'b-2', base_name: 'other' },
    ],
    listAppVariants: async () => VARIANTS,
    listRoutes: async () => [...routes],
    ...(isOurs ? {} : { extensions: async () => null }),
  });
  const generated = await generateClient({ client, app: 'support', base, environment: null });
  return { ...generated, asked: calls.find(({ name }) => name === 'listRoutes')?.input };
}

test.each([
  [null, 'main', 'main.x'],
  ['other', 'other', 'other.x'],
])('the client of the base %j calls the routes of %s by one of its variants', async (base, base_name, variant) => {
  const { app, routes, source, asked } = await generate([routeOf('/', 'default'), routeOf('/check', 'check')], base);
  expect({ app, routes, asked }).toEqual({
    app: 'support',
    routes: [
      { method: 'entrypoint', path: '/' },
      { method: 'check', path: '/check' },
    ],
    asked: { app_id: APP.app_id, base_name },
  });
  expect(source).toContain(`const APP = "support";`);
  expect(source).toContain(`const VARIANT = "${variant}";`);
});

test.each([
  ['nothing is deployed', true],
  ['the service stores no route schemas', false],
])('there is no client where %s', async (_, isOurs) => {
  await expect(generate(isOurs ? [] : [routeOf('/', 'default')], null, isOurs)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'The service has no route schemas of the app "support".',
    nextSteps: ['wf deploy'],
  });
});
