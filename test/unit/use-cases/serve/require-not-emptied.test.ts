import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { requireNotEmptied } from '../../../../src/use-cases/serve/require-not-emptied.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test('an empty database next to a key is refused; a new folder, a new database and a filled one are not', async () => {
  await using folder = await tempFolder();
  const check = () => requireNotEmptied(folder.root);
  await check();
  await writeFile(folder.path('wf.db'), '');
  await check();
  await writeFile(folder.path('secret.key'), 'ab'.repeat(32));
  await expect(check()).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: `${folder.path('wf.db')} is empty (0 bytes), but secret.key next to it belongs to a database with secrets.`,
    nextSteps: [
      'Delete the empty file, and restore a backup: wf restore FILE',
      'To start anew, delete secret.key as well',
    ],
  });
  await writeFile(folder.path('wf.db-wal'), 'written');
  await check();
  await writeFile(folder.path('wf.db'), 'SQLite format 3');
  await check();
});
