import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { uploadWholeTestset } from './upload-whole-testset.ts';
import type { UploadedTestset, UploadTestsetOptions } from './uploaded-testset.ts';

/** Rows per request: about 1 MB for typical rows. */
const PAGE = 2000;

/**
 * Uploads rows as a new revision of a test set, page by page. The revision is invisible until the last page is stored, so
 * a file that is malformed in the middle leaves nothing behind.
 */
export async function uploadTestset(options: UploadTestsetOptions): Promise<UploadedTestset> {
  const { client, name, appId, pages, tag, check = () => undefined, checkRows = () => undefined } = options;
  const extended = await client.extensions();
  if (extended === null) return await uploadWholeTestset(options);
  const opened = await extended.openTestsetRevision({
    body: { name, content_tag: tag, ...(appId === null ? {} : { app_id: appId }) },
  });
  if (opened.testset_id !== null) {
    check(opened);
    return { revision: opened, created: false };
  }
  let open = opened;
  for await (const rows of inPages(pages)) {
    checkRows(rows, open.rows);
    const body = { position: open.rows, rows };
    open = await extended.addTestsetRows({ testset_revision_id: open.id, body });
  }
  check(open);
  const revision = await extended.finishTestsetRevision({ testset_revision_id: open.id });
  // It is another revision if somebody else stored the same rows at the same time.
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
