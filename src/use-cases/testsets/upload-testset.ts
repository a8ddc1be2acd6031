import type { Client } from '../../client/create-client.ts';
import type { TestsetRevision, TestsetRow } from '../../contract/testsets/testset.ts';

export interface UploadTestsetOptions {
  readonly client: Client;
  readonly name: string;
  readonly pages: AsyncIterable<readonly TestsetRow[]>;
  /** Names the content. With a tag, the same content as the newest revision has is not stored again. */
  readonly tag: string | null;
  /** Looks at what will be a revision before it is one, and throws when it will not do. */
  readonly check?: (revision: TestsetRevision) => void;
  readonly checkRows?: (rows: readonly TestsetRow[], start: number) => void;
}

export interface UploadedTestset {
  readonly revision: TestsetRevision;
  /** False when the newest revision had these very rows already. */
  readonly created: boolean;
}

/** Rows per request: about a megabyte of usual ones. */
const PAGE = 2000;

/**
 * Stores rows as a new revision of a test set, page by page. Until the last page is there, nobody sees any of it, so a
 * file that turns out to be broken in the middle leaves nothing behind.
 */
export async function uploadTestset(options: UploadTestsetOptions): Promise<UploadedTestset> {
  const { client, name, pages, tag, check = () => undefined, checkRows = () => undefined } = options;
  const opened = await client.openTestsetRevision({ body: { name, content_tag: tag } });
  if (opened.testset_id !== null) {
    check(opened);
    return { revision: opened, created: false };
  }
  let open = opened;
  for await (const rows of inPages(pages)) {
    checkRows(rows, open.rows);
    const body = { position: open.rows, rows };
    open = await client.addTestsetRows({ testset_revision_id: open.id, body });
  }
  check(open);
  const revision = await client.finishTestsetRevision({ testset_revision_id: open.id });
  // Another's, where somebody stored the same at the same time.
  return { revision, created: revision.id === open.id };
}

async function* inPages(pages: AsyncIterable<readonly TestsetRow[]>): AsyncGenerator<TestsetRow[]> {
  let waiting: TestsetRow[] = [];
  for await (const rows of pages) {
    for (const row of rows) {
      waiting.push(row);
      if (waiting.length < PAGE) continue;
      yield waiting;
      waiting = [];
    }
  }
  if (waiting.length > 0) yield waiting;
}
