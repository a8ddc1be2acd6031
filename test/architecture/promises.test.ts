import { expect, test } from 'vitest';
import { readPromises } from '../helpers/promises.ts';

/** What says that something holds without exception. Code within a sentence is no claim, and a reach of all apps is a value. */
const UNIVERSAL = /\b(?:all(?! apps)|every|never|always)\b|\bby default\b/i;

/** Pages for authors of wf itself describe the code, which their own tests compare. */
const OF_CODE = new Set(['docs/architecture.md', 'docs/contributing.md']);

/** How many sentences of these two pages on statistics and measurements name no test. Neither may rise. */
const UNTESTED: Readonly<Record<string, number>> = { 'docs/methods.md': 37, 'docs/numbers.md': 11 };

async function findUntested(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const { place, text } of await readPromises()) {
    const page = /^(.+\.md):\d+$/.exec(place)?.[1];
    if (page === undefined || OF_CODE.has(page) || !isUntested(text)) continue;
    found.set(page, [...(found.get(page) ?? []), `${place}: ${text}`]);
  }
  return found;
}

function isUntested(text: string): boolean {
  return UNIVERSAL.test(text.replaceAll(/`[^`]*`/g, '')) && !/\btests?: `/.test(text);
}

test('what a page claims without exception names the test that holds it', async () => {
  const untested = [...(await findUntested())].filter(([page, { length }]) => length > (UNTESTED[page] ?? 0));
  expect(untested.flatMap(([, sentences]) => sentences)).toEqual([]);
});

test('a claim without a test is counted, and code is no claim', () => {
  expect(isUntested('Every row is stored.')).toBe(true);
  expect(isUntested('Every row is stored (test: `rows`).')).toBe(false);
  expect(isUntested('Every row is stored<!-- test: `jobs/rows` -->.')).toBe(false);
  expect(isUntested('`--all` lists them.')).toBe(false);
});
