import { expect, test } from 'vitest';
import type { CallAttempt, CellOutcome } from '../../../../src/evaluation/engine/call-outcome.ts';
import { createEarlyCalls } from '../../../../src/evaluation/engine/early-calls.ts';

const answerOf = (output: string): CallAttempt => ({ kind: 'answered', output, cost: null, latency: null });
const { signal } = new AbortController();

function openCalls({ atOnce = 4, known = [] as string[], holds = true, attempts = [] as CallAttempt[] } = {}) {
  const sent: unknown[] = [];
  const left: unknown[] = [];
  const held: unknown[] = [];
  const calls = createEarlyCalls({
    callRoute: async () => attempts.shift() ?? answerOf('in turn'),
    callEarly: ({ text }, most) => {
      if (!holds) return null;
      sent.push([text, most]);
      return { call: async () => answerOf('early'), hold: () => held.push(text), leave: () => left.push(text) };
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
  const call = calls.routeOf('a');
  expect(sent).toEqual([['a', 4]]);
  expect([await call({}, signal), await call({}, signal)]).toEqual([answerOf('early'), answerOf('in turn')]);
  expect(await calls.routeOf('a')({}, signal)).toEqual(answerOf('in turn'));
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
  expect(await calls.routeOf('a')({}, signal)).toEqual(answerOf('in turn'));
});

test('what nobody asks for is taken back', () => {
  const { calls, left, send } = openCalls();
  for (const text of ['a', 'b', 'c']) send(text);
  calls.routeOf('b');
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
  const again = calls.routeOf('a');
  await again({}, signal);
  send('d');
  expect([held, sent.length]).toEqual([['b', 'c'], 2]);
  await again({}, signal);
  send('d');
  expect(sent.length).toBe(3);
});
