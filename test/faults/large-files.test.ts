import { afterAll, beforeAll, expect, test } from 'vitest';
import { LARGE_RECORDS } from '../helpers/loop-watch/large-records.ts';
import { LARGE_FILES, listUnexpected } from '../helpers/loop-watch/large-requests.ts';
import { type WatchedService, watchService } from '../helpers/loop-watch/watch-service.ts';

let service: WatchedService;

beforeAll(async () => {
  service = await watchService();
});

afterAll(async () => await service[Symbol.asyncDispose]());

test.each(Object.entries(LARGE_FILES))('the largest files are answered: %s', async (_, send) => {
  expect(await listUnexpected(send(service))).toEqual([]);
});

test.each(Object.entries(LARGE_RECORDS))('the largest stored records are read: %s', async (_, send) => {
  expect(await listUnexpected(send(service))).toEqual([]);
});
