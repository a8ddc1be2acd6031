import type { Client } from '../client/create-client.ts';
import type { TestsetEntry } from '../contract/records/testset.ts';
import { findRecord } from './find-record.ts';

/**
 * Finds the test set somebody named.
 *
 * @param testset - name, id or unique beginning of an id
 * @throws {WF_NOT_FOUND} when no test set has that name
 */
export async function resolveTestset(client: Client, testset: string): Promise<TestsetEntry> {
  return findRecord({
    kind: 'test set',
    typed: testset,
    records: await client.listTestsets({}),
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    nextSteps: ['wf testsets list'],
  });
}
