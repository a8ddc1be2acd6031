import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followChanges } from '../../../../src/use-cases/develop/follow-changes.ts';
import type { SourceChanges } from '../../../../src/use-cases/develop/reload-sources.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const NOTHING: SourceChanges = { project: false, dependencies: false, evaluators: null };
/** Longer than changes of files wait for the disk to be quiet. */
const QUIET_MS = 60;

/** Follows changes of `/p`, whose reloads last until the test ends them. */
function follow({ isBroken = false } = {}) {
  const seen: SourceChanges[] = [];
  const ends: (() => void)[] = [];
  const reload = async (changes: SourceChanges) => {
    expect(ends, 'one reload at a time').toEqual([]);
    seen.push(changes);
    await new Promise<void>((end) => ends.push(end));
  };
  const follower = followChanges({ root: '/p', reloads: { isBroken, reload } });
  const end = async () => {
    ends.pop()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { seen, follower, end };
}

test.each<[string, SourceChanges | undefined]>([
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
  const { seen, follower } = follow();
  follower.follow(['/p/src/prompt.txt']);
  follower.note(path);
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  expect(seen[0]).toEqual(changes);
});

test('while the sources are broken, any file may fix them', async () => {
  const { seen, follower } = follow({ isBroken: true });
  follower.note('/p/src/notes.txt');
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  expect(seen).toEqual([NOTHING]);
});

test('installed packages wait until the installation is over', async () => {
  const { seen, follower } = follow();
  follower.note('/p/node_modules');
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(seen).toEqual([{ ...NOTHING, dependencies: true }]);
});

test('changes are collected while a reload runs, and reloaded together after it', async () => {
  const { seen, follower, end } = follow();
  void follower.start();
  for (const path of ['evaluators/short.ts', 'wf.config.ts', '.env', 'src/a.ts']) follower.note(`/p/${path}`);
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  expect(seen).toEqual([NOTHING]);
  await end();
  expect(seen).toEqual([NOTHING, { project: true, dependencies: true, evaluators: 'evaluators/short.ts' }]);
});

test('nothing is reloaded after the end', async () => {
  const { seen, follower } = follow();
  follower.note('/p/src/a.ts');
  await follower[Symbol.asyncDispose]();
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  expect(seen).toEqual([]);
});
