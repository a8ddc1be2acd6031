import { test } from 'vitest';
import * as z from 'zod';
import { endpointsOf } from '../../src/contract/endpoint/endpoint.ts';

const endpoint = endpointsOf({ tag: 'apps', source: 'wf' });
const ROUTE = 'PUT /apps/{app_id}/note';
const NOTE = {
  summary: 'Set the note of an app',
  body: z.strictObject({ variant_id: z.string() }),
  response: z.null(),
} as const;

test('an endpoint says what a key of some apps gets', () => {
  endpoint(ROUTE, { ...NOTE, reach: { app: 'app_id', variant: 'body.variant_id' } });
  // @ts-expect-error it has no reach
  endpoint(ROUTE, NOTE);
  // @ts-expect-error it is not a kind of reach
  endpoint(ROUTE, { ...NOTE, reach: 'some apps' });
});

test('its reach names fields of its requests only', () => {
  // @ts-expect-error no such parameter
  endpoint(ROUTE, { ...NOTE, reach: { app: 'id' } });
  // @ts-expect-error no such field of the body
  endpoint(ROUTE, { ...NOTE, reach: { app: 'body.app_id' } });
});
