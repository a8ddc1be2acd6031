import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import {
  createColumn,
  createDraft,
  draftKey,
  openInDraft,
  readDraft,
  storeDraft,
} from '../../../../src/playground/drafts/draft.ts';
import {
  addRun,
  forgetOthers,
  historyKey,
  type NewAnswer,
  readHistory,
  removeAnswers,
} from '../../../../src/playground/drafts/run-history.ts';
import { createStorage } from '../../../helpers/page/create-storage.ts';

beforeEach(() => void vi.stubGlobal('sessionStorage', createStorage()));
afterEach(() => void vi.unstubAllGlobals());

const ORIGIN = { variantId: 'v', variantName: 'tuned', revision: 3, parameters: { words: 5 } };

test('a draft is read as it was stored', () => {
  const columns = [createColumn(ORIGIN, { words: 7 })];
  const draft = { ...createDraft(), columns, inputs: { text: 'a' }, isRerun: true };
  storeDraft(sessionStorage, 'key', draft);
  expect(readDraft(sessionStorage, 'key')).toEqual(draft);
});

test.each([
  '',
  'null',
  '{}',
  '[]',
  '{"columns":[],"inputs":{},"openInputs":""}',
  '{"columns":[{"id":"a","values":{}},{}],"inputs":{},"openInputs":""}',
  '{"columns":[null],"inputs":{},"openInputs":""}',
  '{"columns":',
])('a draft that another version stored is ignored: %s', (text) => {
  sessionStorage.setItem('key', text);
  expect(readDraft(sessionStorage, 'key')).toBeNull();
});

test('a full storage does not prevent typing', () => {
  expect(() => storeDraft(createStorage(1), 'key', createDraft())).not.toThrow();
});

test('a draft belongs to a key, an app, a base and a route', () => {
  const place = { owner: 'key-1', appName: 'app', base: null };
  const keys = [
    draftKey(place, '/x'),
    draftKey(place, '/y'),
    draftKey({ ...place, base: 'second' }, '/x'),
    draftKey({ ...place, appName: 'other' }, '/x'),
    draftKey({ ...place, owner: 'key-2' }, '/x'),
  ];
  expect(new Set(keys).size).toBe(5);
});

test('a stored configuration replaces the first column of each route, and no inputs', () => {
  const workspace = { owner: 'key-1', appName: 'app', base: null };
  const [first, second] = [createColumn(null, { words: 1 }), createColumn(null, { words: 2 })];
  const typed = { ...createDraft(), columns: [first, second], inputs: { text: 'typed' } };
  storeDraft(sessionStorage, draftKey(workspace, '/a'), typed);
  // Only the paths are read.
  openInDraft(workspace, [{ path: '/a' }, { path: '/b' }] as RouteSchema[], ORIGIN);
  expect(readDraft(sessionStorage, draftKey(workspace, '/a'))).toMatchObject({
    columns: [{ origin: ORIGIN, values: { words: 5 }, json: null }, second],
    inputs: { text: 'typed' },
  });
  expect(readDraft(sessionStorage, draftKey(workspace, '/b'))).toMatchObject({
    columns: [{ origin: ORIGIN, values: { words: 5 } }],
    inputs: {},
  });
});

const KEY = historyKey('wf:draft:somebody:support:/');
const ANSWER: NewAnswer = {
  inputs: { q: 'a' },
  origin: null,
  config: { n: 1 },
  isFailed: false,
  text: 'blue',
  seconds: 1,
  cost: null,
};
const answerOf = (text: string) => ({ ...ANSWER, text });
const texts = (storage: Storage) => readHistory(storage, KEY).map(({ text }) => text);

test('the answers of a run share it, and the newest come first', () => {
  const storage = createStorage();
  addRun(storage, KEY, '2026-11-20T11:00:00Z', [ANSWER]);
  addRun(storage, KEY, '2026-11-20T12:00:00Z', [answerOf('red'), { ...answerOf('green'), isFailed: true }]);
  const all = readHistory(storage, KEY);
  const [red, green, blue] = all;
  expect(all).toEqual([
    { ...ANSWER, text: 'red', at: '2026-11-20T12:00:00Z', isCut: false, id: red?.id, run: green?.run },
    {
      ...ANSWER,
      text: 'green',
      at: '2026-11-20T12:00:00Z',
      isCut: false,
      isFailed: true,
      id: green?.id,
      run: red?.run,
    },
    { ...ANSWER, at: '2026-11-20T11:00:00Z', isCut: false, id: blue?.id, run: blue?.run },
  ]);
  expect([new Set(all.map(({ id }) => id)).size, new Set(all.map(({ run }) => run)).size]).toEqual([3, 2]);
});

test('a history keeps a hundred answers, each of 20,000 characters', () => {
  const storage = createStorage();
  addRun(storage, KEY, 'now', [answerOf('x'.repeat(20_000)), answerOf('x'.repeat(20_001))]);
  expect(readHistory(storage, KEY).map(({ text, isCut }) => [text.length, isCut])).toEqual([
    [20_000, false],
    [20_000, true],
  ]);
  for (let run = 0; run < 100; run += 1) addRun(storage, KEY, 'now', [answerOf(String(run))]);
  expect(texts(storage)).toEqual(Array.from({ length: 100 }, (_, index) => String(99 - index)));
});

test('a full storage drops the oldest answers', () => {
  const storage = createStorage(1500);
  for (let run = 0; run < 20; run += 1) addRun(storage, KEY, 'now', [answerOf(String(run))]);
  const kept = texts(storage);
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => String(19 - index)));
  expect(kept.length).toBeGreaterThan(1);
  addRun(storage, KEY, 'now', [answerOf('x'.repeat(5000))]);
  expect(texts(storage)).toEqual(kept);
});

test('an answer is removed, or all of a route', () => {
  const storage = createStorage();
  addRun(storage, KEY, 'now', [ANSWER, answerOf('red')]);
  removeAnswers(storage, KEY, readHistory(storage, KEY)[0]?.id ?? '');
  expect(texts(storage)).toEqual(['red']);
  removeAnswers(storage, KEY, null);
  expect(storage.length).toBe(0);
});

test.each([
  ['somebody', ['other', 'wf:draft:somebody:support:/', KEY]],
  ['some', ['other']],
  [null, ['other']],
])('with the key %s, drafts and answers of other keys are forgotten, and nothing else', (owner, kept) => {
  const storage = createStorage();
  addRun(storage, KEY, 'now', [ANSWER]);
  storeDraft(storage, 'wf:draft:somebody:support:/', createDraft());
  addRun(storage, historyKey('wf:draft:null:support:/'), 'now', [ANSWER]);
  storage.setItem('wf:history:wf:draft:support:/', 'of an earlier release');
  storage.setItem('other', 'stays');
  forgetOthers(storage, owner);
  expect(Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').toSorted()).toEqual(kept);
});

test.each(['{', '7', '[{"id": 1}, null, {"id":"a","run":"b","at":"c","text":"d","inputs":null,"config":{}}]'])(
  'a history that another version stored is ignored: %s',
  (text) => {
    const storage = createStorage();
    storage.setItem(KEY, text);
    expect(readHistory(storage, KEY)).toEqual([]);
  },
);
