import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { blocksOf, type DocPage, proseOf, readPages, withoutBlocks } from '../helpers/doc-pages.ts';
import { isOneTest } from '../helpers/is-one-test.ts';

const pages = readPages();
const blocks = pages.flatMap(blocksOf);

/** The anchors that GitHub gives a page's headings. */
function anchorsOf(page: DocPage): string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Lists links that lead nowhere, as `page: link`. */
function brokenLinks(from: readonly DocPage[]): string[] {
  return from.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !link.includes('://') && !leadsSomewhere(page, link, from))
      .map((link) => `${page.path}: ${link}`),
  );
}

function leadsSomewhere(page: DocPage, link: string, known: readonly DocPage[]): boolean {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? page.path : posix.join(posix.dirname(page.path), file);
  if (anchor === undefined) return existsSync(resolve(path)) || known.some((other) => other.path === path);
  const target = known.find((other) => other.path === path);
  return target !== undefined && anchorsOf(target).includes(anchor);
}

test('every link between pages leads to an existing file or heading', () => {
  expect(brokenLinks(pages)).toEqual([]);
});

test('a link to a missing file or heading is reported', () => {
  const page = {
    path: 'docs/canary.md',
    text: '# Canary\n[a](nowhere.md) [b](#nothing) [c](#canary) [d](../README.md#wf)',
  };
  expect(brokenLinks([page, ...pages])).toEqual(['docs/canary.md: nowhere.md', 'docs/canary.md: #nothing']);
});

test('every page begins with a title and a sentence, which `wf help` shows', () => {
  const topics = pages.filter(({ path }) => dirname(path) === 'docs');
  expect(topics.length).toBeGreaterThan(10);
  expect(topics.filter(({ text }) => !/^# \S.+\n\n[A-Z`][^#|]+?[.:]/.test(text)).map(({ path }) => path)).toEqual([]);
});

test('the README is at most 250 lines long and links to every page', () => {
  const [readme] = pages;
  expect(readme?.text.split('\n').length).toBeLessThanOrEqual(250);
  const unlinked = pages.filter(({ path }) => dirname(path) === 'docs' && !readme?.text.includes(`](${path})`));
  expect(unlinked.map(({ path }) => path)).toEqual([]);
});

test('the README has the two set-up commands in separate blocks', () => {
  const commands = blocksOf(pages[0] as DocPage).map(({ code }) => code);
  expect(commands).toEqual(expect.arrayContaining(['npm ci && npm run demo\n', 'npm ci && npm test\n']));
});

test('a decision has its date in the file name and in the text', () => {
  const decisions = pages.filter(({ path }) => path.startsWith('docs/decisions/'));
  expect(decisions.length).toBeGreaterThan(20);
  const undated = decisions.filter(({ path, text }) => {
    const [, day] = /\/(\d{4}-\d{2}-\d{2})-[a-z0-9-]+\.md$/.exec(path) ?? [];
    return day === undefined || !text.includes(`\n\nDecided on ${day}.\n\n`);
  });
  expect(undated.map(({ path }) => path)).toEqual([]);
});

test('every block of code is in a language that a test checks', () => {
  const tried = new Set(['sh', 'console', 'ts', 'js', 'json', 'yaml', 'csv', 'text']);
  expect(blocks.filter(({ language }) => !tried.has(language)).map(({ place }) => place)).toEqual([]);
});

test('every block of YAML, JSON and JavaScript parses', () => {
  const failures = blocks.flatMap(({ language, code, place }) => {
    try {
      if (language === 'yaml') load(code);
      if (language === 'json') JSON.parse(code);
      // The body of an async function: examples may await.
      if (language === 'js') Object.getPrototypeOf(async () => undefined).constructor(code);
      return [];
    } catch (error) {
      return [`${place}: ${String(error)}`];
    }
  });
  expect(failures).toEqual([]);
});

/** Counts a piece of code as one word. A colon or a semicolon ends a part that reads on its own. */
function longSentences(page: DocPage): string[] {
  const text = proseOf(page).replaceAll(/^(?:\||#|!\[).*$/gm, '');
  return text
    .split(/\n\n|\n- |\n\d\. /)
    .flatMap((part) => part.replaceAll(/\s+/g, ' ').split(/(?<=[.!?:;]) /))
    .filter(
      (sentence) =>
        sentence
          .replaceAll(/`[^`]*`/g, 'x')
          .trim()
          .split(' ').length > 30,
    )
    .map((sentence) => `${page.path}: ${sentence}`);
}

test('no sentence of a page is longer than 30 words', () => {
  expect(pages.flatMap(longSentences)).toEqual([]);
});

test('a sentence of 31 words is reported', () => {
  const text = `# Canary\n\n${'word '.repeat(30)}end.`;
  expect(longSentences({ path: 'docs/canary.md', text })).toHaveLength(1);
});

/** Lists the tests that pages name after what they hold, as in "(test: `name`)" or a comment "test: `folder/name`", and that are not exactly one file. */
function unknownTests(from: readonly DocPage[]): string[] {
  return from.flatMap((page) =>
    [...withoutBlocks(page).matchAll(/\btests?: ((?:`[\w/-]+`(?:,\s)?)+)(?:\)| -->)/g)]
      .flatMap(([, names = '']) => [...names.matchAll(/[\w/-]+/g)].map(([name]) => name))
      .filter((name) => !isOneTest(name))
      .map((name) => `${page.path}: ${name}`),
  );
}

test('every test that a page names exists', () => {
  expect(unknownTests(pages)).toEqual([]);
});

test('a test that does not exist is reported', () => {
  const text =
    'It holds (tests: `paired-shares`, `no-such-test`). That<!-- test: `nothing` --> not. Two are<!-- test: `pages` -->.';
  expect(unknownTests([{ path: 'a.md', text }])).toEqual(['a.md: no-such-test', 'a.md: nothing', 'a.md: pages']);
});

/** What promises a rate or a number of cases: a share at most, or what something needs. */
const PROMISE =
  /\bat most (?:[\d.]+ %|1\/)|\bneeds?(?: at least| more than)? \d|\bfalsely in\b|\berror rate of\b|\bone error rate\b/;

/** Lists the paragraphs of a page that promise a rate and name no test. */
function untestedPromises(page: DocPage): string[] {
  return proseOf(page)
    .replaceAll(/^\|.*$/gm, '')
    .split(/\n\n|\n- /)
    .filter((part) => PROMISE.test(part.replaceAll(/\s+/g, ' ')) && !/\btests?: `/.test(part))
    .map((part) => `${page.path}: ${part.slice(0, 60)}`);
}

test('a promise of a rate or of a number of cases names the test that holds it', () => {
  const promising = pages.filter(({ path }) => /^docs\/(?:evaluations|methods)\.md$/.test(path));
  expect(promising.flatMap(untestedPromises)).toEqual([]);
  expect(untestedPromises({ path: 'a.md', text: 'It passes falsely in at most 2.5 % of all cases.' })).toHaveLength(1);
});

test('pictures are small', () => {
  const pictures = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file = '']) => join(dirname(path), file)),
  );
  expect(pictures).not.toEqual([]);
  expect(pictures.filter((file) => readFileSync(resolve(file)).length > 200_000)).toEqual([]);
});
