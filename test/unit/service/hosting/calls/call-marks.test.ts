import { expect, test } from 'vitest';
import { createCallMarks } from '../../../../../src/service/hosting/calls/call-marks.ts';

const originOf = (requestId: string) => ({ requestId, variant: 'default', revision: 1, environment: null });

test('a mark finds the request of its call, during the call and after it', () => {
  const marks = createCallMarks();
  const [one, two] = [marks.begin(originOf('1')), marks.begin(originOf('2'))];
  expect(marks.find(one.mark)).toEqual(originOf('1'));
  one.end();
  one.end();
  expect([one, two].map(({ mark }) => marks.find(mark)?.requestId)).toEqual(['1', '2']);
  expect(marks.find('unknown')).toBeNull();
});

test('the oldest finished calls are forgotten, and running ones never', () => {
  const marks = createCallMarks();
  const running = marks.begin(originOf('running'));
  const finished = Array.from({ length: 5000 }, (_, index) => marks.begin(originOf(String(index))));
  for (const { end } of finished) end();
  expect(finished.filter(({ mark }) => marks.find(mark) !== null)).toHaveLength(4096);
  expect(marks.find(finished.at(-1)?.mark ?? '')).toEqual(originOf('4999'));
  expect(marks.find(running.mark)).toEqual(originOf('running'));
});
