import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { followChanges } from '../../../../src/use-cases/develop/follow-changes.ts';
import type { SourceChanges } from '../../../../src/use-cases/develop/reload-sources.ts';

const NOTHING: SourceChanges = { project: false, dependencies: false, evaluators: null };

/** Longer than changes of files wait for the disk to be quiet. */
const QUIET_MS = 60;

function follow({ isBroken = false, takesMs = 0 } = {}) {
  const seen: SourceChanges[] = [];
  let running = 0;
  const reload = async (changes: SourceChanges) => {
    running += 1;
    expect(running).toBe(1);
    seen.push(changes);
    await setTimeout(takesMs);
    running -= 1;
  };
  return { seen, follower: followChanges({ root: '/p', reloads: { isBroken, reload } }) };
}

/** What a change of one path reloads; `undefined`: nothing. */
async function changesOf(path: string, options = {}): Promise<SourceChanges | undefined> {
  const { seen, follower } = follow(options);
  await using _ = follower;
  follower.follow(['/p/src/prompt.txt']);
  follower.note(path);
  await setTimeout(QUIET_MS);
  return seen[0];
}

test('the first load needs no change', async () => {
  const { seen, follower } = follow();
  await follower.start();
  expect(seen).toEqual([NOTHING]);
});

test.each([
  ['/p/src/a.ts', NOTHING],
  ['/p/src/a.mjs', NOTHING],
  ['/p/src/a.tsx', NOTHING],
  ['/p/src/a.json', NOTHING],
  ['/p/src/a.yml', NOTHING],
  ['/p/src/folder', NOTHING],
  ['/p/src/prompt.txt', NOTHING],
  ['/p/.env', { ...NOTHING, dependencies: true }],
  ['/p/src/.env', NOTHING],
  ['/p/wf.config.ts', { ...NOTHING, project: true }],
  ['/p/src/wf.config.ts', NOTHING],
  ['/p/evaluators/short.ts', { ...NOTHING, evaluators: 'evaluators/short.ts' }],
  ['/p/other/short.ts', NOTHING],
  ['/p/src/notes.txt', undefined],
  ['/p/src/rows.csv', undefined],
])('a change of %s reloads %j', async (path, changes) => {
  expect(await changesOf(path)).toEqual(changes);
});

test('while the sources are broken, any file may fix them', async () => {
  expect(await changesOf('/p/src/notes.txt', { isBroken: true })).toEqual(NOTHING);
});

test('installed packages wait until the installation is over', async () => {
  const { seen, follower } = follow();
  await using _ = follower;
  follower.note('/p/node_modules');
  await setTimeout(QUIET_MS);
  expect(seen).toEqual([]);
  await setTimeout(400);
  expect(seen).toEqual([{ ...NOTHING, dependencies: true }]);
});

test('changes are collected while a reload runs, and reloaded together after it', async () => {
  const { seen, follower } = follow({ takesMs: 100 });
  await using _ = follower;
  const first = follower.start();
  follower.note('/p/evaluators/short.ts');
  follower.note('/p/wf.config.ts');
  follower.note('/p/.env');
  follower.note('/p/src/a.ts');
  await first;
  await setTimeout(QUIET_MS);
  expect(seen).toEqual([NOTHING, { project: true, dependencies: true, evaluators: 'evaluators/short.ts' }]);
});

test('nothing is reloaded after the end', async () => {
  const { seen, follower } = follow();
  follower.note('/p/src/a.ts');
  await follower[Symbol.asyncDispose]();
  await setTimeout(QUIET_MS);
  expect(seen).toEqual([]);
});
