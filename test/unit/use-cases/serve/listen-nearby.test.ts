import { expect, test } from 'vitest';
import { UserError } from '../../../../src/errors/wf-error.ts';
import { listenNearby } from '../../../../src/use-cases/serve/listen-nearby.ts';

const taken = new UserError({ code: 'WF_CONFLICT', message: 'The port is taken.' });

/** Listens where `isFree` permits; returns the port, and all that were tried. */
async function listen(wanted: number | null, isFree: (port: number) => boolean) {
  const tried: number[] = [];
  const port = await listenNearby(wanted, async (candidate) => {
    tried.push(candidate);
    return isFree(candidate) ? candidate : await Promise.reject(taken);
  });
  return { port, tried };
}

test('the usual port is taken when it is free', async () => {
  expect(await listen(null, () => true)).toEqual({ port: 4747, tried: [4747] });
});

test('the next free port is taken otherwise, up to the tenth after it', async () => {
  expect(await listen(null, (port) => port === 4749)).toEqual({ port: 4749, tried: [4747, 4748, 4749] });
  expect((await listen(null, (port) => port === 4757)).port).toBe(4757);
});

test('any port is taken when all of these are in use', async () => {
  const { port, tried } = await listen(null, (candidate) => candidate === 0);
  expect([port, tried.length, tried.at(-2), tried.at(-1)]).toEqual([0, 12, 4757, 0]);
});

test('a requested port is the only one that is tried', async () => {
  expect(await listen(80, () => true)).toEqual({ port: 80, tried: [80] });
  await expect(listen(80, () => false)).rejects.toBe(taken);
  await expect(listen(0, () => false)).rejects.toBe(taken);
});

test('another failure is not about the port', async () => {
  const denied = new UserError({ code: 'WF_NOT_ALLOWED', message: 'No.' });
  await expect(listenNearby(null, async () => await Promise.reject(denied))).rejects.toBe(denied);
  const bug = new TypeError('x');
  await expect(listenNearby(null, async () => await Promise.reject(bug))).rejects.toBe(bug);
});
