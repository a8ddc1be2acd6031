import { expectTypeOf, test } from 'vitest';
import type { Client } from '../../src/client/create-client.ts';
import type { App } from '../../src/contract/apps/app.ts';
import type { AppVariantResponse } from '../../src/contract/variants/variant.ts';
import type { TestedEvaluation } from '../../src/contract/evaluations/evaluation.ts';

declare const client: Client;

test('a method returns the record of its endpoint', () => {
  expectTypeOf(client.listAppVariants({ app_id: 'a' })).resolves.toEqualTypeOf<AppVariantResponse[]>();
  expectTypeOf(client.getEvaluation({ evaluation_id: 'e' })).resolves.toEqualTypeOf<TestedEvaluation>();
  expectTypeOf(client.deleteApp({ app_id: 'a' })).resolves.toEqualTypeOf<null>();
  expectTypeOf(client.getArtifact({ sha256: 'x' })).resolves.toEqualTypeOf<Uint8Array>();
  expectTypeOf(client.deleteEvaluations({ body: { evaluations_ids: [] } })).resolves.toEqualTypeOf<undefined>();
});

test('input is optional if nothing is required', () => {
  expectTypeOf(client.listApps).toBeCallableWith();
  expectTypeOf(client.getHealth).toBeCallableWith();
});

test('required input is required', () => {
  // @ts-expect-error the id of the app is required
  void client.listAppVariants();
  // @ts-expect-error the body lacks fields
  void client.createApp({ body: {} });
  // @ts-expect-error there is no such query parameter
  void client.listApps({ name: 'x' });
  // @ts-expect-error this endpoint has no input
  void client.getHealth({ x: 1 });
});

test('only paged lists can be iterated, record by record', () => {
  expectTypeOf(client.paginate('listApps', {})).toEqualTypeOf<AsyncIterable<App>>();
  // @ts-expect-error a single evaluation is not a list
  client.paginate('getEvaluation', { evaluation_id: 'e' });
});
