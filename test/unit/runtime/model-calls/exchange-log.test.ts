import { ROOT_CONTEXT } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { ExchangeLog } from '../../../../src/runtime/model-calls/exchange-log.ts';
import type { ModelCall } from '../../../../src/runtime/model-calls/model-call.ts';

const call: ModelCall = {
  operation: 'chat',
  host: 'localhost',
  startedAt: new Date(0),
  endedAt: new Date(1),
  context: ROOT_CONTEXT,
  request: { isStream: false, asksForUsage: false, messages: [] },
  answer: null,
};

test('calls that have ended, and those that end in time, are known', async () => {
  const log = new ExchangeLog();
  const late = Promise.withResolvers<readonly ModelCall[]>();
  const fail = () => expect.unreachable();
  log.add({ calls: Promise.resolve([call]), giveUp: fail });
  log.add({ calls: late.promise, giveUp: fail });
  setImmediate(() => late.resolve([{ ...call, host: 'late' }]));
  expect(await log.settle(60_000)).toEqual([call, { ...call, host: 'late' }]);
  expect(await log.settle(60_000)).toHaveLength(2);
});

test('a call that does not end is given up at the limit', async () => {
  const log = new ExchangeLog();
  const endless = Promise.withResolvers<readonly ModelCall[]>();
  log.add({ calls: endless.promise, giveUp: () => endless.resolve([call]) });
  expect(await log.settle(1)).toEqual([call]);
});
