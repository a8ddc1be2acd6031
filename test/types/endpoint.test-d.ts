import { test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '../../src/contract/endpoint/endpoint.ts';

const NOTE = {
  method: 'PUT',
  path: '/apps/{app_id}/note',
  tag: 'apps',
  summary: 'Set the note of an app',
  source: 'wf',
  params: z.object({ app_id: z.string() }),
  body: z.strictObject({ variant_id: z.string() }),
  response: z.null(),
} as const;

test('an endpoint says what a key of some apps gets', () => {
  endpoint({ ...NOTE, reach: { app: 'app_id', variant: 'body.variant_id' } });
  // @ts-expect-error it has no reach
  endpoint(NOTE);
  // @ts-expect-error it is not a kind of reach
  endpoint({ ...NOTE, reach: 'some apps' });
});

test('its reach names fields of its requests only', () => {
  // @ts-expect-error no such parameter
  endpoint({ ...NOTE, reach: { app: 'id' } });
  // @ts-expect-error no such field of the body
  endpoint({ ...NOTE, reach: { app: 'body.app_id' } });
});
