import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { playStory } from '../helpers/stories/play-story.ts';

const FOLDER = new URL('stories/', import.meta.url);
const STORIES = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));

// Two at a time, next to the other worker's files: a command mostly waits for its disk and its processes.
test.concurrent.for(STORIES)('%s prints what is recorded', async (name, { expect }) => {
  const story = readFileSync(new URL(name, FOLDER), 'utf8');
  await expect(await playStory(story)).toMatchFileSnapshot(`stories/${name}`);
});
