import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../../src/contract/endpoints.ts';
import { toOpenApi } from '../../../src/contract/openapi/to-open-api.ts';
import { dumpFile, toDump } from '../../helpers/to-dump.ts';

// What crosses the wire changes only where a reviewer sees it: in a diff of these dumps.

test('the OpenAPI document is the stored one', async () => {
  await expect(toDump(toOpenApi())).toMatchFileSnapshot(dumpFile('openapi'));
});

test('role, source and kind of every endpoint are the stored ones', async () => {
  const table = Object.entries(ENDPOINTS).map(([name, { role, source, status, list, isConditional, isExact }]) => [
    name,
    { role, source, status, list, isConditional, isExact },
  ]);
  await expect(toDump(Object.fromEntries(table))).toMatchFileSnapshot(dumpFile('endpoints'));
});
