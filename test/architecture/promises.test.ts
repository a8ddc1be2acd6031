import { expect, test } from 'vitest';
import { isOneTest } from '../helpers/is-one-test.ts';
import { readPromises } from '../helpers/promises.ts';

/** What says that something holds without exception. Code within a sentence is no claim, and a reach of all apps is a value. */
const UNIVERSAL = /\b(?:all(?! apps)|every|never|always)\b|\bby default\b/i;

/** Pages for authors of wf itself describe the code, which their own tests compare. */
const OF_CODE = new Set(['docs/architecture.md', 'docs/contributing.md']);

/** Rows of tables of these pages are figures, which a run measured or a method defines. */
const OF_FIGURES = new Set(['docs/methods.md', 'docs/numbers.md']);

/** Help cannot name a test, so these are the tests of what it claims without exception. */
const OF_HELP: readonly (readonly [RegExp, string])[] = [
  [/otherwise all\.$|^Show all\b/, 'whole-lists'],
  [/prints all findings/, 'doctor/examine'],
  [/checks every deploy to the environment/, 'service/promotions'],
  [/must pass the gates of all routes/, 'gates-of-routes'],
  [/never returns it/, 'service/variables'],
  [/Default: all but correct_answer/, 'service/human-evaluations'],
  [/stores all of it or nothing/, 'import-killed'],
  [/Default: all, also future ones/, 'service/reach'],
  [/Default: never|over all replicas|never shown|every page session/, 'service/keys'],
  [/checksums of every table/, 'unit/service/archives/move'],
  [/rows to run, .* Default: all\.$/, 'trial-rows'],
  [/^Events to report, .* Default: all\.$/, 'service/webhooks'],
];

/** Lists what the help claims without exception; an example is no claim. */
async function claimsOfHelp(): Promise<string[]> {
  const claims = (await readPromises()).filter(
    ({ place, text }) => place.startsWith('wf ') && !place.endsWith(', an example') && isUntested(text),
  );
  return claims.map(({ text }) => text);
}

async function claimsOfPages(): Promise<string[]> {
  const claims = (await readPromises()).filter(({ place, text }) => {
    const page = /^(.+\.md):\d+$/.exec(place)?.[1];
    if (page === undefined || OF_CODE.has(page) || (OF_FIGURES.has(page) && text.startsWith('|'))) return false;
    return isUntested(text);
  });
  return claims.map(({ place, text }) => `${place}: ${text}`);
}

function isUntested(text: string): boolean {
  return UNIVERSAL.test(text.replaceAll(/`[^`]*`/g, '')) && !/\btests?: `/.test(text);
}

test('what a page claims without exception names the test that holds it', async () => {
  expect(await claimsOfPages()).toEqual([]);
});

test('what help claims without exception has a test', async () => {
  const texts = await claimsOfHelp();
  expect(texts.filter((text) => !OF_HELP.some(([pattern]) => pattern.test(text)))).toEqual([]);
  const unused = OF_HELP.filter(([pattern, name]) => !isOneTest(name) || !texts.some((text) => pattern.test(text)));
  expect(unused).toEqual([]);
});

test('a claim without a test is counted, and code is no claim', () => {
  expect(isUntested('Every row is stored.')).toBe(true);
  expect(isUntested('Every row is stored (test: `rows`).')).toBe(false);
  expect(isUntested('Every row is stored<!-- test: `jobs/rows` -->.')).toBe(false);
  expect(isUntested('`--all` lists them.')).toBe(false);
});
