import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { writeDevFile } from '../../../../src/project/dev-file.ts';
import { startDev } from '../../../../src/use-cases/develop/start-dev.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test('a second server of a folder is refused before anything starts', async () => {
  await using folder = await tempFolder();
  const started_at = '2026-11-20T11:00:00Z';
  await writeDevFile(folder.root, { url: 'http://localhost:4747', pid: process.pid, started_at });
  const project = {
    root: folder.root,
    entry: 'src/workflow.ts',
    app: 'support',
    base: 'main',
    variant: 'default',
    files: [],
    packages: { external: [], bundled: [] },
    dataDir: folder.root,
    variableSource: { root: folder.root, app: 'support', taken: [], rule: {} },
  };
  const starting = startDev({
    project,
    loadProject: async () => project,
    port: null,
    allow: false,
    configDir: folder.root,
    onEvent: () => undefined,
    signal: new AbortController().signal,
  });
  await expect(starting).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: `wf dev already serves this folder at http://localhost:4747 (process ${process.pid}).`,
    nextSteps: ['Open http://localhost:4747', `kill ${process.pid}`],
  });
  expect(await readdir(folder.root)).toEqual(['dev.json']);
});
