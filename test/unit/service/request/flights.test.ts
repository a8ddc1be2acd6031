import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Caller } from '../../../../src/http/serve-http.ts';
import { createFlights } from '../../../../src/service/request/flights.ts';

test('a key whose answers are not read gets no more pages of long records, and other keys do', async () => {
  const open = createFlights({ requestsPerKey: 10, bytesPerKey: 100, bytesInAll: 1000 });
  const begin = (id: string) => {
    const ended = Promise.withResolvers<void>();
    const caller: Caller = { onEnd: (listener) => void ended.promise.then(listener) };
    const flight = open(caller);
    flight.begin({ id, name: id, role: 'viewer' });
    return { ...flight, leave: () => ended.resolve() };
  };
  const pages: string[] = [];
  const [slow, waiting, sent, other] = [begin('a'), begin('a'), begin('a'), begin('b')];
  await slow.inTurn(async () => slow.add(100));
  const reads = [waiting, sent].map((flight, index) => flight.inTurn(async () => void pages.push(`a${index}`)));
  await other.inTurn(async () => void pages.push('b'));
  expect(pages).toEqual(['b']);
  slow.add(-40);
  await reads[0];
  slow.leave();
  await reads[1];
  expect(pages).toEqual(['b', 'a0', 'a1']);
});

test('while others hold all, a key is refused what is long, not what is short', () => {
  const open = createFlights({ requestsPerKey: 10, bytesPerKey: 2_000_000, bytesInAll: 2_000_000 });
  const [first, second, third] = ['a', 'b', 'c'].map((id) => {
    const flight = open({ onEnd: () => {} });
    flight.begin({ id, name: id, role: 'viewer' });
    return flight;
  });
  expect([first?.take(1_500_000), second?.take(500_000)]).toEqual([null, null]);
  expect([third?.take(200_000), first?.take(1), third?.take(200_000)]).toMatchObject([
    null,
    { status: 503 },
    { status: 503 },
  ]);
});

test('one page of a key is read at a time', async () => {
  const open = createFlights({ requestsPerKey: 10, bytesPerKey: 100, bytesInAll: 1000 });
  let running = 0;
  const most: number[] = [];
  const reads = Array.from({ length: 3 }, async () => {
    const flight = open({ onEnd: () => {} });
    flight.begin({ id: 'a', name: 'a', role: 'viewer' });
    await flight.inTurn(async () => {
      running += 1;
      await Promise.resolve();
      most.push(running);
      running -= 1;
    });
  });
  await Promise.all(reads);
  expect(most).toEqual([1, 1, 1]);
});

test.each([
  ['others have requests, and waits for them', ['a', 'b'], true],
  ['nobody else has one, and goes on', ['a'], false],
])('a long piece of work is done while %s', async (_, callers, waits) => {
  const open = createFlights({ requestsPerKey: 10, bytesPerKey: 100, bytesInAll: 1000 });
  const [reader] = callers.map((id) => {
    const flight = open({ onEnd: () => {} });
    flight.begin({ id, name: id, role: 'viewer' });
    return flight;
  });
  const happened: string[] = [];
  const computeLong = async () => {
    const end = performance.now() + 30;
    while (performance.now() < end);
  };
  const first = reader?.inTurn(computeLong);
  const next = reader?.inTurn(async () => void happened.push('next'));
  // A request of another caller takes several turns of the loop.
  const other = (async () => {
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    happened.push('other');
  })();
  await Promise.all([first, next, other]);
  expect(happened).toEqual(waits ? ['other', 'next'] : ['next', 'other']);
});
