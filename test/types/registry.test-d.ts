import { expectTypeOf, test } from 'vitest';
import type { Client } from '../../src/client/create-client.ts';
import type { ConfigurationClient } from '../../src/sdk/context/registry.ts';

test('a client of the service can fetch configurations', () => {
  expectTypeOf<Client>().toExtend<ConfigurationClient>();
});
