import { expect, test } from 'vitest';
import { createRelayPlaces } from '../../../../src/service/egress/relay-places.ts';
import { HostingFailure, isShortage, toFailureResponse } from '../../../../src/service/hosting/hosting-failure.ts';
import { startHosting } from '../../../helpers/start-hosting.ts';

const FULL = 'All 1 processes of deployed workflows that this service runs have calls. Try again in a second.';

test('a process that waits for calls ends for another, and one with a call does not', async () => {
  await using host = await startHosting({ limits: { maxProcesses: 1 } });
  const [one, other] = [await host.deploy('probe.mjs'), await host.deploy('probe.mjs', 'app-2')];
  const instanceOf = async (deployment: typeof one) =>
    ((await (await host.call(deployment, '/process')).json()) as { instance: string }).instance;
  const first = await instanceOf(one);
  expect(await instanceOf(one)).toBe(first);
  await instanceOf(other);
  expect(await instanceOf(one)).not.toBe(first);
  const caller = new AbortController();
  const hanging = host.call(one, '/hang', { signal: caller.signal });
  const refused = await host.call(other, '/process');
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    503,
    '1',
    { detail: FULL },
  ]);
  caller.abort();
  await expect(hanging).rejects.toThrow();
  await instanceOf(other);
});

test('a bundle has a few connections however many the others have, and places that are left are free', () => {
  const places = createRelayPlaces(128);
  const [one, other] = [places.forBundle(), places.forBundle()];
  const count = ({ take }: typeof one): number => {
    let taken = 0;
    while (take() === null) taken += 1;
    return taken;
  };
  expect([count(one), count(other)]).toEqual([16, 16]);
  const third = places.forBundle();
  expect(count(third)).toBe(8);
  one.leave();
  expect([third.take(), other.take(), third.take()]).toEqual([
    null,
    expect.stringContaining('16'),
    expect.stringContaining('16'),
  ]);
});

test.each(['EMFILE', 'ENFILE'])('a call for which no file can be opened may be tried again: %s', async (code) => {
  const error = Object.assign(new Error('spawn'), { code });
  expect(isShortage(error)).toBe(true);
  const response = toFailureResponse(error);
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
    503,
    '1',
    { detail: 'The service may open no more files at the moment (ulimit -n). Try again in a second.' },
  ]);
  expect(toFailureResponse(new HostingFailure(502, 'x')).status).toBe(502);
});
