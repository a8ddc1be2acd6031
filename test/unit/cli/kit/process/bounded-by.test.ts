import { expect, test } from 'vitest';
import { boundedBy } from '../../../../../src/cli/kit/process/bounded-by.ts';

test('it fires with the time limit', async () => {
  const signal = boundedBy(new AbortController().signal, 1);
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  expect(signal.reason).toMatchObject({ code: 'WF_TIMEOUT', message: 'Stopped waiting after 0.001 s.' });
});

test('it fires as the other signal does', () => {
  const other = new AbortController();
  const signal = boundedBy(other.signal, 60_000);
  other.abort('stop');
  expect([signal.aborted, signal.reason]).toEqual([true, 'stop']);
});
