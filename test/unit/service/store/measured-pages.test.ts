import { expect, test } from 'vitest';
import { LIST_PAGE } from '../../../../src/foundation/sizes.ts';
import { openStore } from '../../../../src/service/store/open-store.ts';
import { readPageAfter, toPage } from '../../../../src/service/store/page.ts';
import { readWithin } from '../../../../src/service/store/read-within.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test('a whole list is read by pages, each of which measures no more rows than it may have', async () => {
  await using folder = await tempFolder();
  await using store = await openStore({ file: folder.path('wf.db') });
  const ids = Array.from({ length: LIST_PAGE.most + 2 }, (_, index) => `list-${String(index).padStart(5, '0')}`);
  const rows = ids.map((id) => ({ id, name: id, created_at: '' }));
  await store.transaction(async (db) => await db.insertInto('projects').values(rows).execute());
  const read = async (cursor?: string) => {
    const { after, limit } = readPageAfter({ cursor }, 'list-');
    const all = store.db.selectFrom('projects').selectAll().where('id', '>', after).orderBy('id');
    return toPage(await readWithin(all, ['name'], limit), {}, 'id', ({ id }) => id);
  };
  const first = await read();
  const second = await read(first.next ?? '');
  expect([first.items.length, [...first.items, ...second.items], second.next]).toEqual([LIST_PAGE.most, ids, null]);
});
