import { expect, test } from 'vitest';
import { readPromises } from '../helpers/promises.ts';

/** What says that something holds without exception. Code within a sentence is no claim, and a reach of all apps is a value. */
const UNIVERSAL = /\b(?:all(?! apps)|every|never|always)\b|\bby default\b/i;

/** Pages for authors of wf itself describe the code, which their own tests compare. */
const OF_CODE = new Set(['docs/architecture.md', 'docs/contributing.md']);

/**
 * How many sentences of a page claim to hold without exception and name no test. Lower a number when you name the test of
 * one, as in "(test: `name`)", or say plainly what happens. None may rise.
 */
const UNTESTED: Readonly<Record<string, number>> = {
  'README.md': 1,
  'docs/authoring.md': 15,
  'docs/deploying.md': 17,
  'docs/errors.md': 1,
  'docs/evaluations.md': 30,
  'docs/glossary.md': 1,
  'docs/human-evaluation.md': 1,
  'docs/installing.md': 1,
  'docs/libraries.md': 3,
  'docs/methods.md': 37,
  'docs/numbers.md': 11,
  'docs/operating.md': 31,
  'docs/permissions.md': 1,
  'docs/playground.md': 2,
  'docs/public-clients.md': 6,
  'docs/scripting.md': 13,
  'docs/security.md': 14,
  'docs/settings.md': 5,
  'docs/terminal.md': 1,
};

async function countUntested(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { place, text } of await readPromises()) {
    const page = /^(.+\.md):\d+$/.exec(place)?.[1];
    if (page === undefined || OF_CODE.has(page) || !isUntested(text)) continue;
    counts[page] = (counts[page] ?? 0) + 1;
  }
  return counts;
}

function isUntested(text: string): boolean {
  return UNIVERSAL.test(text.replaceAll(/`[^`]*`/g, '')) && !/\btests?: `/.test(text);
}

test('what a page claims without exception names the test that holds it', async () => {
  const risen = Object.entries(await countUntested()).filter(([page, count]) => count > (UNTESTED[page] ?? 0));
  expect(risen).toEqual([]);
});

test('a claim without a test is counted, and code is no claim', () => {
  expect(isUntested('Every row is stored.')).toBe(true);
  expect(isUntested('Every row is stored (test: `rows`).')).toBe(false);
  expect(isUntested('`--all` lists them.')).toBe(false);
});
