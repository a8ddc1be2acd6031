import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { playStory } from '../helpers/stories/play-story.ts';

const FOLDER = new URL('stories/', import.meta.url);
const STORIES = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));

/** A story runs up to a hundred processes in sequence. */
const TIMEOUT_MS = 600_000;

// Two at a time, next to the other worker's files: a command mostly waits for its disk and its processes.
test.concurrent.for(STORIES)('%s prints what is recorded', { timeout: TIMEOUT_MS }, async (name, { expect }) => {
  const story = readFileSync(new URL(name, FOLDER), 'utf8');
  await expect(await playStory(story)).toMatchFileSnapshot(`stories/${name}`);
});
