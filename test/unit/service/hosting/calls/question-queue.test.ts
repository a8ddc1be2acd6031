import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FetchConfiguration } from '../../../../../src/contract/host-protocol/configuration-messages.ts';
import { InvalidMessage } from '../../../../../src/contract/host-protocol/invalid-message.ts';
import { MAX_OPEN_QUESTIONS } from '../../../../../src/contract/host-protocol/limits.ts';
import { createQuestionQueue } from '../../../../../src/service/hosting/calls/question-queue.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const question = (id: number): FetchConfiguration => ({ type: 'fetch-configuration', id, reference: {} });

function openQueue({ answersAtOnce = true } = {}) {
  const state = { isCongested: false };
  const sent: number[] = [];
  const queue = createQuestionQueue(
    ({ id }, reply) => {
      if (answersAtOnce) reply({ type: 'configuration', id, params: {} });
    },
    { send: ({ id }) => void sent.push(id), isCongested: () => state.isCongested },
  );
  const ask = (count: number) => {
    for (let id = 1; id <= count; id += 1) queue.take(question(id));
  };
  return { queue, ask, sent, state };
}

test('a few questions are answered at once', () => {
  const { ask, sent } = openQueue();
  ask(3);
  expect(sent).toEqual([1, 2, 3]);
});

test('more are answered in order, 1,000 a second', async () => {
  const { ask, sent } = openQueue();
  ask(250);
  expect(sent).toHaveLength(100);
  await vi.advanceTimersByTimeAsync(50);
  expect(sent).toHaveLength(150);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
  expect(vi.getTimerCount()).toBe(0);
});

test('a process that does not read its answers gets no more', async () => {
  const { ask, sent, state } = openQueue();
  state.isCongested = true;
  ask(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([]);
  state.isCongested = false;
  await vi.advanceTimersByTimeAsync(10);
  expect(sent).toEqual([1, 2, 3]);
});

test('too many questions without an answer break the protocol', () => {
  const { ask } = openQueue({ answersAtOnce: false });
  ask(MAX_OPEN_QUESTIONS);
  expect(() => ask(1)).toThrow(InvalidMessage);
});

test('a closed queue drops what waits', async () => {
  const { queue, ask, sent } = openQueue();
  ask(150);
  queue.close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(100);
});
