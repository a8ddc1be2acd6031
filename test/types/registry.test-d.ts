import { expectTypeOf, test } from 'vitest';
import type { Client } from '../../src/client/create-client.ts';
import type { ConfigurationClient } from '../../src/runtime/targets/registry-configurations.ts';

test('a client of the service is one that configurations are fetched with', () => {
  expectTypeOf<Client>().toExtend<ConfigurationClient>();
});
