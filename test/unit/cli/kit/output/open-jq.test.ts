import { expect, test } from 'vitest';
import { openJq } from '../../../../../src/cli/kit/output/open-jq.ts';

test('a filter can be used for many documents, and leaves no listeners on the streams of the process', async () => {
  const listeners = () => [process.stdout, process.stderr].map((stream) => stream.listenerCount('error'));
  const before = listeners();
  const filter = openJq('.a');
  expect([await filter({ a: 1 }), await filter({ a: 'x' }), await filter(undefined)]).toEqual(['1', 'x', 'null']);
  expect(listeners()).toEqual(before);
});

test.each(['def f: f; f', 'repeat(1)', 'range(1e12)'])('the filter %s, which has no end, gets one', async (filter) => {
  await expect(openJq(filter, 200)(null)).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: `--jq "${filter}" did not end within 0.2 s. Use limit(N; …) for the first N results of an endless filter.`,
  });
});

test('a filter that runs out of memory is reported', async () => {
  await expect(openJq('def f: 1+f; f')(null)).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: '--jq "def f: 1+f; f" ran out of memory.',
  });
});

test.each([
  ['.[', null, /is not a valid jq filter: syntax error/],
  ['nope', 1, /^--jq "nope" is not a valid jq filter: nope\/0 is not defined at column 1\.$/],
  ['.a.b', { a: 'x' }, /^--jq "\.a\.b" fails on this result: Cannot index string with string \("b"\)\.$/],
  ['error("own")', null, /^--jq "error\(\\"own\\"\)" fails on this result: own\.$/],
])('the filter %s is refused on %j with the reason of jq', async (filter, document, message) => {
  const refusal = { code: 'WF_USAGE', message: expect.stringMatching(message) };
  await expect(openJq(filter)(document)).rejects.toMatchObject(refusal);
});
