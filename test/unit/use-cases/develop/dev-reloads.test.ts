import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { DevEvent } from '../../../../src/contract/develop/dev-events.ts';
import { UserError } from '../../../../src/errors/wf-error.ts';
import { writeDevFile } from '../../../../src/project/dev-file.ts';
import { createDevReloads, type DevReport } from '../../../../src/use-cases/develop/dev-reloads.ts';
import type { LoadedSources, SourceChanges } from '../../../../src/use-cases/develop/reload-sources.ts';
import { startDev } from '../../../../src/use-cases/develop/start-dev.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const NOTHING: SourceChanges = { project: false, dependencies: false, evaluators: null };
const ROUTE = { path: '/', name: 'default', config: null, input: null, output: null, defaults: {} };
const PROJECT = {
  root: '/p',
  entry: 'a.ts',
  app: 'support',
  base: 'main',
  variant: 'default',
  files: [],
  packages: { external: [], bundled: [] },
  dataDir: '/p/.wf',
};

/** Reloads that end as the test says, one after another. */
function reloadsOf(...ends: readonly (LoadedSources | Error)[]) {
  const [left, published, reported] = [[...ends], new Array<DevEvent>(), new Array<DevReport>()];
  const checked = new Array<'start' | 'stop'>();
  let loaded: LoadedSources | null = null;
  const reload = async () => {
    const end = left.shift();
    if (end === undefined || end instanceof Error) throw end ?? new Error('Nothing is left.');
    loaded = end;
    return end;
  };
  const reloader = {
    get loaded() {
      return loaded;
    },
    reload,
    [Symbol.asyncDispose]: async () => undefined,
  };
  const reloads = createDevReloads({
    reloader,
    types: { start: () => void checked.push('start'), stop: () => void checked.push('stop') },
    app: 'unloaded',
    publish: (event) => void published.push(event),
    onEvent: (event) => void reported.push(event),
  });
  return { reloads, published, reported, checked };
}

test('the page gets the routes and the terminal their paths, once for the same sources', async () => {
  const sources = { project: PROJECT, routes: [ROUTE] };
  const { reloads, published, reported } = reloadsOf(sources, sources);
  await reloads.reload(NOTHING);
  await reloads.reload(NOTHING);
  expect(reloads.isBroken).toBe(false);
  expect(published).toEqual([{ type: 'reload-end', app: 'support', routes: [ROUTE] }]);
  expect(reported).toEqual([
    { type: 'reload-start' },
    { type: 'reload-end', app: 'support', routes: ['/'], duration_ms: expect.any(Number) },
    { type: 'reload-start' },
  ]);
});

test('a failure is reported once, keeps the routes that serve, and ends with the next success', async () => {
  const sources = { project: PROJECT, routes: [ROUTE] };
  const failure = new UserError({ code: 'WF_NO_PROJECT', message: 'It is gone.', nextSteps: ['Bring it back'] });
  const { reloads, published, reported } = reloadsOf(new Error('No.'), sources, failure, failure, sources);
  await reloads.reload(NOTHING);
  expect(reloads.isBroken).toBe(true);
  const nowhere = { file: null, line: null, column: null, frame: null };
  const early = { type: 'reload-fail', app: 'unloaded', message: 'No.', ...nowhere };
  expect(published).toEqual([{ ...early, routes: [] }]);
  expect(reported).toEqual([{ type: 'reload-start' }, { ...early, next_steps: [] }]);
  await reloads.reload(NOTHING);
  expect(reloads.isBroken).toBe(false);
  await reloads.reload(NOTHING);
  await reloads.reload(NOTHING);
  const late = { type: 'reload-fail', app: 'support', message: 'It is gone.', ...nowhere };
  expect(published.slice(2)).toEqual([{ ...late, routes: [ROUTE] }]);
  expect(reported.at(-2)).toEqual({ ...late, next_steps: ['Bring it back'] });
  await reloads.reload(NOTHING);
  expect(published.at(-1)).toMatchObject({ type: 'reload-end' });
});

test('a saved evaluator is reported', async () => {
  const { reloads, reported } = reloadsOf(new Error('No.'));
  await reloads.reload({ ...NOTHING, evaluators: 'evaluators/short.ts' });
  expect(reported[1]).toEqual({ type: 'evaluator-save', file: 'evaluators/short.ts' });
});

test('types are checked after each load, also of the same code, and not while the sources are broken', async () => {
  const sources = { project: PROJECT, routes: [ROUTE] };
  const { reloads, checked } = reloadsOf(sources, sources, new Error('broken'));
  await reloads.reload(NOTHING);
  await reloads.reload(NOTHING);
  await reloads.reload(NOTHING);
  expect(checked).toEqual(['stop', 'start', 'stop', 'start', 'stop']);
});

describe('a second server', () => {
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
});
