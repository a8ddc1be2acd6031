import { afterAll, beforeAll, test } from 'vitest';
import { expectNobodyHeldUp } from '../helpers/loop-watch/expect-nobody-held-up.ts';
import { LARGE_BODIES } from '../helpers/loop-watch/large-requests.ts';
import { type WatchedService, watchService } from '../helpers/loop-watch/watch-service.ts';

let service: WatchedService;

beforeAll(async () => {
  service = await watchService();
});

afterAll(async () => await service[Symbol.asyncDispose]());

test.each(Object.entries(LARGE_BODIES))('the largest bodies hold up nobody: %s', async (_, send) => {
  await expectNobodyHeldUp(send(service));
});
