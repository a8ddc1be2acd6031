import { expect, test } from 'vitest';
import { untilAborted } from '../../../../../src/cli/kit/process/until-aborted.ts';

test('it ends with the signal, or at once if that has fired', async () => {
  const controller = new AbortController();
  const waiting = untilAborted(controller.signal);
  controller.abort();
  expect(await waiting).toBeUndefined();
  expect(await untilAborted(controller.signal)).toBeUndefined();
});
