import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatSize } from '../../src/foundation/sizes.ts';
import { openWorld, type OwnWorld } from '../helpers/open-world.ts';
import { listSizes, PROBES } from '../helpers/sizes/probes.ts';

let world: OwnWorld;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(async () => await world[Symbol.asyncDispose]());

test.each(listSizes())('what is beyond a limit is refused, and told how much is allowed: %s', async (name, size) => {
  const { by, words, most = size.most } = await PROBES[name](world);
  expect(size.beyond.replaceAll('`', '').split(/[ ,]/)[0], words).toBe(by);
  const amounts = [formatSize({ ...size, most }), most.toLocaleString('en-US'), String(most)];
  expect(
    amounts.filter((amount) => words.includes(amount)),
    words,
  ).not.toEqual([]);
});
