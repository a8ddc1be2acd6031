import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPageFollower, type PageFollower, readFollowedPages } from '../helpers/follow-page.ts';

let follower: PageFollower;
beforeAll(async () => void (follower = await createPageFollower()));
afterAll(async () => await follower[Symbol.asyncDispose]());

test.each(['docs/deploying.md', 'docs/evaluations.md'])('the commands of %s work', async (path) => {
  const page = readFollowedPages().find((each) => each.path === path);
  expect(page && (await follower.follow(page))).toBe(null);
});
