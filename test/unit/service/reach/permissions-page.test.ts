import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { permissionRows } from '../../../helpers/permission-rows.ts';

test('the page on permissions has a row for every endpoint', async () => {
  const page = await readFile(new URL('../../../../docs/permissions.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| `[A-Z]+ /.test(line));
  expect(rows.filter((row) => !row.includes('/services/') && !row.includes('/metrics'))).toEqual(permissionRows());
});
