import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPageFollower, type PageFollower, readFollowedPages } from '../helpers/follow-page.ts';

/** The pages whose commands take as long as those of all others are in long-pages.test.ts. */
const LONG = ['docs/deploying.md', 'docs/evaluations.md'];
const pages = readFollowedPages();

let follower: PageFollower;
beforeAll(async () => void (follower = await createPageFollower()));
afterAll(async () => await follower[Symbol.asyncDispose]());

test('the pages have commands to follow', () => {
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'docs/authoring.md', ...LONG]));
});

test.each(pages.filter(({ path }) => !LONG.includes(path)))('the commands of $path work', async (page) => {
  expect(await follower.follow(page)).toBe(null);
});
