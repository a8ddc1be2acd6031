import { expect, test } from 'vitest';
import { writeFile } from 'node:fs/promises';
import { guardChanges } from '../../../../../src/cli/kit/process/guard-changes.ts';
import { createInterruption } from '../../../../../src/cli/kit/process/interruption.ts';
import { tempFolder } from '../../../../helpers/temp-folder.ts';

test('where nothing can be stored, a change says how to restore what was before, and goes on', async () => {
  await using folder = await tempFolder();
  const configDir = folder.path('taken');
  await writeFile(configDir, 'a file in the place of the folder');
  const said: string[] = [];
  const guard = guardChanges({
    service: 'https://host/api',
    configDir,
    interruption: createInterruption(),
    say: (text) => void said.push(text),
  });
  const names = { appId: 'a', appName: 'support', variantId: 'v', variantName: 'app.n' };
  const end = await guard({ ...names, between: '', restore: 'wf variants revert app.n --to 1', done: '' });
  await end('done');
  expect(said).toEqual([
    expect.stringMatching(
      /^Warning: Cannot store how to restore app\.n: .*ENOTDIR.* If wf is killed now: wf variants revert app\.n --to 1$/,
    ),
  ]);
});
