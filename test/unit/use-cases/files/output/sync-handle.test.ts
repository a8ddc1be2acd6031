import { open } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { syncHandle } from '../../../../../src/use-cases/files/output/sync-handle.ts';
import { tempProject } from '../../../../helpers/temp-project.ts';

test('uses the descriptor alone, and reports one that is closed', async () => {
  await using folder = await tempProject();
  const handle = await open(folder.path('file'), 'w');
  const { fd } = handle;
  await expect(syncHandle({ fd })).resolves.toBeUndefined();
  await handle.close();
  await expect(syncHandle({ fd })).rejects.toMatchObject({ code: 'EBADF', syscall: 'fsync' });
});
