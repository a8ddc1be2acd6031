import { expectTypeOf, test } from 'vitest';
import type { Client, PublicClient } from '../../src/client/create-client.ts';
import type { App } from '../../src/contract/apps/app.ts';
import type { AppVariantResponse, UpdateVariantParameters } from '../../src/contract/variants/variant.ts';
import type { TestedEvaluation } from '../../src/contract/evaluations/evaluation.ts';

declare const client: PublicClient;
declare const extended: Client;

test('a method returns the record of its endpoint', () => {
  expectTypeOf(client.listAppVariants({ app_id: 'a' })).resolves.toEqualTypeOf<AppVariantResponse[]>();
  expectTypeOf(client.getEvaluation({ evaluation_id: 'e' })).resolves.toEqualTypeOf<TestedEvaluation>();
  expectTypeOf(client.deleteApp({ app_id: 'a' })).resolves.toEqualTypeOf<null>();
  expectTypeOf(extended.getArtifact({ sha256: 'x' })).resolves.toEqualTypeOf<Uint8Array>();
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

test('the plain client offers nothing that only our services have', () => {
  // @ts-expect-error the endpoint is ours
  void client.countAppRecords;
  // @ts-expect-error the list is ours
  client.paginate('listTestsetRows', { testset_id: 't' });
  // @ts-expect-error a field of the body is ours
  void client.updateVariantParameters({ variant_id: 'v', body: { parameters: {}, unset: ['a'] } });
  const body: UpdateVariantParameters = { parameters: {} };
  // @ts-expect-error a body that may have such a field, too
  void client.updateVariantParameters({ variant_id: 'v', body });
  // @ts-expect-error a query parameter is ours
  void client.getTestset({ testset_id: 't', revision: 2 });
  // @ts-expect-error the header If-Match is ours
  void client.updateVariantParameters({ variant_id: 'v', body: { parameters: {} } }, { ifRevision: 1 });
});

test('the extended client offers all, and is a plain client', () => {
  expectTypeOf(client.extensions()).resolves.toEqualTypeOf<Client | null>();
  expectTypeOf(extended).toExtend<PublicClient>();
  void extended.updateVariantParameters({ variant_id: 'v', body: { parameters: {}, unset: ['a'] } }, { ifRevision: 1 });
  expectTypeOf(extended.getTestset).toBeCallableWith({ testset_id: 't', revision: 2 });
});
