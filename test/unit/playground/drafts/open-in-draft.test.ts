import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { createColumn, createDraft, readDraft, storeDraft } from '../../../../src/playground/drafts/draft.ts';
import { draftKey, openInDraft } from '../../../../src/playground/drafts/open-in-draft.ts';

function memoryStorage(): Storage {
  const values = new Map<string, string>();
  // The two methods that drafts use.
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  } as Storage;
}

beforeEach(() => void vi.stubGlobal('sessionStorage', memoryStorage()));
afterEach(() => void vi.unstubAllGlobals());

const origin = { variantId: 'v', variantName: 'tuned', revision: 3, parameters: { words: 5 } };
const route = (path: string) => ({ path }) as RouteSchema; // only the path is read

test('a draft belongs to an app, a base and a route', () => {
  expect(draftKey({ appName: 'app', base: null }, '/')).toBe('wf:draft:app:/');
  expect(draftKey({ appName: 'app', base: 'second' }, '/x')).toBe('wf:draft:app:second:/x');
});

test('a stored configuration replaces the first column of each route, and no inputs', () => {
  const workspace = { appName: 'app', base: null };
  const [first, second] = [createColumn(null, { words: 1 }), createColumn(null, { words: 2 })];
  storeDraft(sessionStorage, draftKey(workspace, '/a'), {
    ...createDraft(),
    columns: [first, second],
    inputs: { text: 'typed' },
  });
  openInDraft(workspace, [route('/a'), route('/b')], origin);
  expect(readDraft(sessionStorage, draftKey(workspace, '/a'))).toMatchObject({
    columns: [{ origin, values: { words: 5 }, json: null }, second],
    inputs: { text: 'typed' },
  });
  expect(readDraft(sessionStorage, draftKey(workspace, '/b'))).toMatchObject({
    columns: [{ origin, values: { words: 5 } }],
    inputs: {},
  });
});
