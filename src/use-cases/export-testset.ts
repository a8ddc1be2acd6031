import type { Client } from '../client/create-client.ts';
import type { Testset } from '../contract/records/testset.ts';
import { exportTestset as write, type TestsetFormat } from '../evaluation/export/export-testset.ts';
import { showTestset } from './show-testset.ts';

export interface ExportedTestset {
  readonly testset: Testset;
  readonly parts: AsyncIterable<string>;
}

/**
 * Writes a stored test set in a format.
 *
 * @throws {WF_NOT_FOUND} when no test set has that name or id
 */
export async function exportTestset(client: Client, testset: string, format: TestsetFormat): Promise<ExportedTestset> {
  const found = await showTestset(client, testset);
  return { testset: found, parts: toAsync(write(found.csvdata, format)) };
}

/** @yields the same, as a stream gives it */
async function* toAsync(parts: Iterable<string>): AsyncGenerator<string> {
  yield* parts;
}
