import { expect, test } from 'vitest';
import { createRunningWork } from '../../../../src/evaluation/engine/running-work.ts';

const begin = async () => 'done';

test('work is started once', () => {
  const running = createRunningWork<string>();
  const [first, second] = [running.share('a', begin), running.share('a', begin)];
  expect([first.isFirst, second.isFirst, second.work === first.work]).toEqual([true, false, true]);
});

test('stored work is forgotten at the second look-up, as the first may still be in use', () => {
  const running = createRunningWork<string>();
  for (const key of ['a', 'b']) running.share(key, begin);
  running.noteStored('a');
  const isNew = (key: string) => running.share(key, begin).isFirst;
  running.forgetStored();
  expect(isNew('a')).toBe(false);
  running.forgetStored();
  expect([isNew('a'), isNew('b')]).toEqual([true, false]);
});
