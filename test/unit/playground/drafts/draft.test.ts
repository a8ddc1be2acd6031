import { expect, test } from 'vitest';
import { createColumn, createDraft, storeDraft, readDraft } from '../../../../src/playground/drafts/draft.ts';

function fakeStorage(full = false): Storage {
  const items = new Map<string, string>();
  return {
    length: 0,
    clear: () => items.clear(),
    key: () => null,
    removeItem: (key) => void items.delete(key),
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (full) throw new DOMException('The quota was exceeded', 'QuotaExceededError');
      items.set(key, value);
    },
  };
}

test('a draft is read as it was stored', () => {
  const storage = fakeStorage();
  const origin = { variantId: 'v', variantName: 'tuned', revision: 2, parameters: { words: 5 } };
  const draft = {
    ...createDraft(),
    columns: [createColumn(origin, origin.parameters)],
    inputs: { text: 'a' },
    isRerun: true,
  };
  storeDraft(storage, 'key', draft);
  expect(readDraft(storage, 'key')).toEqual(draft);
  expect(draft.columns[0]?.values).toEqual({ words: 5 });
});

test.each([
  '',
  'null',
  '{}',
  '[]',
  '{"columns":[],"inputs":{},"openInputs":""}',
  '{"columns":[{"id":"a","values":{}},{}],"inputs":{},"openInputs":""}',
  '{"columns":[{}],"inputs":{},"openInputs":""}',
  '{"columns":[null],"inputs":{},"openInputs":""}',
  '{"columns":',
])('an invalid draft is ignored: %s', (text) => {
  const storage = fakeStorage();
  storage.setItem('key', text);
  expect(readDraft(storage, 'key')).toBeNull();
});

test('a full storage does not prevent typing', () => {
  expect(() => storeDraft(fakeStorage(true), 'key', createDraft())).not.toThrow();
});

test('a new draft is one column of the defaults', () => {
  expect(createDraft()).toEqual({
    columns: [{ id: expect.any(String) as string, origin: null, values: {}, json: null }],
    inputs: {},
    openInputs: '{}',
    isRerun: false,
  });
});
