import { expect, test } from 'vitest';
import type { CallAttempt, CellOutcome } from '../../../../src/evaluation/engine/call-outcome.ts';
import { createEarlyCalls } from '../../../../src/evaluation/engine/early-calls.ts';

const answerOf = (output: string): CallAttempt => ({ kind: 'answered', output, cost: null, latency: null });
const { signal } = new AbortController();

interface Fakes {
  readonly atOnce?: number;
  readonly known?: readonly string[];
  readonly holds?: boolean;
  readonly attempts?: CallAttempt[];
  /** Answer that is there when the turn of an early call comes. */
  readonly there?: CallAttempt | null;
}

function openCalls({ atOnce = 4, known = [], holds = true, attempts = [], there = null }: Fakes = {}) {
  const sent: unknown[] = [];
  const left: unknown[] = [];
  const held: unknown[] = [];
  const calls = createEarlyCalls({
    callRoute: async () => attempts.shift() ?? answerOf('in turn'),
    callEarly: ({ text }, most) => {
      if (!holds) return null;
      sent.push([text, most]);
      const call = async () => answerOf('early');
      return { take: () => there, call, hold: () => held.push(text), leave: () => left.push(text) };
    },
    isKnown: (key) => known.includes(key),
    atOnce: () => atOnce,
  });
  const send = (text: string, stored?: CellOutcome) =>
    calls.send({ index: 0, repeat: 0, row: {}, input: { text }, cellKey: text, stored });
  return { calls, sent, left, held, send };
}

test('a call is sent once, and its first attempt is the one that was sent', async () => {
  const { calls, sent, send } = openCalls();
  send('a');
  send('a');
  const { takeAnswer, callRoute: call } = calls.of('a');
  expect(sent).toEqual([['a', 4]]);
  expect(takeAnswer?.()).toBeNull();
  expect([await call({}, signal), await call({}, signal)]).toEqual([answerOf('early'), answerOf('in turn')]);
  expect(await calls.of('a').callRoute({}, signal)).toEqual(answerOf('in turn'));
});

test('an answer that is there already is taken, once', async () => {
  const { calls, send } = openCalls({ there: answerOf('there') });
  send('a');
  const { takeAnswer, callRoute } = calls.of('a');
  expect([takeAnswer?.(), takeAnswer?.()]).toEqual([answerOf('there'), null]);
  expect(await callRoute({}, signal)).toEqual(answerOf('in turn'));
});

test.each([
  ['answers are stored', {}, { error: null, output: '', cost: null, latency: null }],
  ['calls run already', { known: ['a'] }, undefined],
  ['targets say that they are busy', { atOnce: 0 }, undefined],
  ['targets hold no calls', { holds: false }, undefined],
])('none is sent early whose %s', async (_, surroundings, stored) => {
  const { calls, sent, send } = openCalls(surroundings);
  send('a', stored);
  expect(sent).toEqual([]);
  expect(await calls.of('a').callRoute({}, signal)).toEqual(answerOf('in turn'));
});

test('what nobody asks for is taken back', () => {
  const { calls, left, send } = openCalls();
  for (const text of ['a', 'b', 'c']) send(text);
  void calls.of('b').callRoute({}, signal);
  calls.leave();
  calls.leave();
  expect(left).toEqual(['a', 'c']);
});

test.each([
  { kind: 'unavailable', error: { message: 'busy' }, retryAfterMs: 1000, isBusy: true },
  { kind: 'ended', error: { message: 'ended' } },
] as const)('while a call is to be made again that was $kind, others begin in their turn', async (attempt) => {
  const { calls, sent, held, send } = openCalls({ attempts: [attempt] });
  for (const text of ['b', 'c']) send(text);
  const { callRoute: again } = calls.of('a');
  await again({}, signal);
  send('d');
  expect([held, sent.length]).toEqual([['b', 'c'], 2]);
  await again({}, signal);
  send('d');
  expect(sent.length).toBe(3);
});

test('a failure that is there already has others begin in their turn as well', () => {
  const busy = { kind: 'unavailable', error: { message: 'busy' }, retryAfterMs: 1000, isBusy: true } as const;
  const { calls, held, send } = openCalls({ there: busy });
  for (const text of ['a', 'b']) send(text);
  expect(calls.of('a').takeAnswer?.()).toEqual(busy);
  expect(held).toEqual(['b']);
});

test('what a target refused together with another call is asked anew in its turn', async () => {
  const busy = { kind: 'unavailable', error: { message: 'busy' }, retryAfterMs: 1000, isBusy: true } as const;
  const { calls, send } = openCalls({ there: busy });
  for (const text of ['a', 'b']) send(text);
  expect(calls.of('a').takeAnswer?.()).toEqual(busy);
  const { takeAnswer, callRoute } = calls.of('b');
  expect(takeAnswer?.()).toBeNull();
  expect(await callRoute({}, signal)).toEqual(answerOf('in turn'));
});

test('a call whose turn has come and that waits to begin is taken back, too', () => {
  const { calls, left, send } = openCalls();
  send('a');
  calls.of('a');
  calls.leave();
  expect(left).toEqual(['a']);
});
