import { afterAll, beforeAll, expect, test } from 'vitest';
import { LARGE_BODIES, listUnexpected } from '../helpers/loop-watch/large-requests.ts';
import { type WatchedService, watchService } from '../helpers/loop-watch/watch-service.ts';

let service: WatchedService;

beforeAll(async () => {
  service = await watchService();
});

afterAll(async () => await service[Symbol.asyncDispose]());

test.each(Object.entries(LARGE_BODIES))('the largest bodies are answered: %s', async (_, send) => {
  expect(await listUnexpected(send(service))).toEqual([]);
});
