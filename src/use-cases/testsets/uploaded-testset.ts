import type { Client } from '../../client/create-client.ts';
import type { TestsetRevision, TestsetRow } from '../../contract/testsets/testset.ts';

/** What to upload, and the checks of it. */
export interface UploadTestsetOptions {
  readonly client: Client;
  readonly name: string;
  /** App that a new test set belongs to; `null`: the key's only one, or none. */
  readonly appId: string | null;
  readonly pages: AsyncIterable<readonly TestsetRow[]>;
  /** Hash of the content. If the newest revision has the same tag, nothing is stored; `null` always stores. */
  readonly tag: string | null;
  /** Checks the revision before it is published, and throws if it is unsuitable. */
  readonly check?: (revision: TestsetRevision) => void;
  readonly checkRows?: (rows: readonly TestsetRow[], start: number) => void;
}

/** A test set that the service has now. */
export interface UploadedTestset {
  readonly revision: TestsetRevision;
  /** False when the newest revision already had these rows. */
  readonly created: boolean;
  /** Why it was not read back; omitted: it was, or the service is ours. */
  readonly warning?: string | null;
}
