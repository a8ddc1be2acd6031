import { expect, test } from 'vitest';
import {
  addRun,
  forgetHistory,
  historyKey,
  type NewAnswer,
  readHistory,
  removeAnswers,
} from '../../../../src/playground/drafts/run-history.ts';
import { createStorage } from '../../../helpers/page/create-storage.ts';

const KEY = historyKey('wf:draft:support:/');
const ANSWER: NewAnswer = {
  inputs: { q: 'a' },
  origin: null,
  config: { n: 1 },
  isFailed: false,
  text: 'blue',
  seconds: 1,
  cost: null,
};
const texts = (storage: Storage) => readHistory(storage, KEY).map(({ text }) => text);

test('the answers of a run share it, and the newest come first', () => {
  const storage = createStorage();
  expect(readHistory(storage, KEY)).toEqual([]);
  addRun(storage, KEY, '2026-11-20T11:00:00Z', [ANSWER]);
  addRun(storage, KEY, '2026-11-20T12:00:00Z', [
    { ...ANSWER, text: 'red' },
    { ...ANSWER, text: 'green', isFailed: true },
  ]);
  const all = readHistory(storage, KEY);
  expect(all.map(({ text, at, isFailed, isCut }) => [text, at, isFailed, isCut])).toEqual([
    ['red', '2026-11-20T12:00:00Z', false, false],
    ['green', '2026-11-20T12:00:00Z', true, false],
    ['blue', '2026-11-20T11:00:00Z', false, false],
  ]);
  expect(all[0]).toMatchObject({ inputs: { q: 'a' }, config: { n: 1 }, origin: null, seconds: 1, cost: null });
  expect(new Set(all.map(({ id }) => id)).size).toBe(3);
  expect(all[0]?.run).toBe(all[1]?.run);
  expect(all[0]?.run).not.toBe(all[2]?.run);
});

test('it is bounded in number and length', () => {
  const storage = createStorage();
  addRun(storage, KEY, 'now', [
    { ...ANSWER, text: 'x'.repeat(20_000) },
    { ...ANSWER, text: 'x'.repeat(20_001) },
  ]);
  expect(readHistory(storage, KEY).map(({ text, isCut }) => [text.length, isCut])).toEqual([
    [20_000, false],
    [20_000, true],
  ]);
  for (let run = 0; run < 100; run += 1) addRun(storage, KEY, 'now', [{ ...ANSWER, text: String(run) }]);
  expect(texts(storage)).toEqual(Array.from({ length: 100 }, (_, index) => String(99 - index)));
});

test('a full storage drops the oldest', () => {
  const storage = createStorage(1500);
  for (let run = 0; run < 20; run += 1) addRun(storage, KEY, 'now', [{ ...ANSWER, text: String(run) }]);
  const kept = texts(storage);
  expect(kept.length).toBeGreaterThan(1);
  expect(kept.length).toBeLessThan(20);
  expect(kept[0]).toBe('19');
  addRun(storage, KEY, 'now', [{ ...ANSWER, text: 'x'.repeat(5000) }]);
  expect(texts(storage)).toEqual(kept);
});

test('an answer is removed, or all of a route', () => {
  const storage = createStorage();
  addRun(storage, KEY, 'now', [ANSWER, { ...ANSWER, text: 'red' }]);
  removeAnswers(storage, KEY, readHistory(storage, KEY)[0]?.id ?? '');
  expect(texts(storage)).toEqual(['red']);
  removeAnswers(storage, KEY, null);
  expect(storage.length).toBe(0);
});

test('signing out removes the answers of all routes, and nothing else', () => {
  const storage = createStorage();
  addRun(storage, KEY, 'now', [ANSWER]);
  addRun(storage, historyKey('other'), 'now', [ANSWER]);
  storage.setItem('other', 'stays');
  forgetHistory(storage);
  expect([storage.length, storage.key(0)]).toEqual([1, 'other']);
});

test.each(['{', '7', '[{"id": 1}, null, {"id":"a","run":"b","at":"c","text":"d","inputs":null,"config":{}}]'])(
  'what another version stored is ignored: %s',
  (text) => {
    const storage = createStorage();
    storage.setItem(KEY, text);
    expect(readHistory(storage, KEY)).toEqual([]);
  },
);
