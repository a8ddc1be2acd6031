import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { adviceIn } from '../helpers/stories/find-advice.ts';
import { playStory } from '../helpers/stories/play-story.ts';

const FOLDER = new URL('stories/', import.meta.url);
const STORIES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md'))
  .toSorted();
const readStoryFile = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');

// Five at a time, next to the other worker's files: a command mostly waits for its disk and its processes.
test.concurrent.for(STORIES)('%s prints what is recorded', async (name, { expect }) => {
  const story = readStoryFile(name);
  const seen = STORIES.slice(0, STORIES.indexOf(name)).flatMap((each) => adviceIn(readStoryFile(each)));
  await expect(await playStory(story, new Set(seen.map(({ shape }) => shape)))).toMatchFileSnapshot(`stories/${name}`);
});
