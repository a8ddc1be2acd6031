import { expect, test } from 'vitest';
import { joinItems, type Outcome, violationsOf } from '../../../../src/playground/route/outcome.ts';

function refused(...locs: (string | number)[][]): Outcome {
  const violations = locs.map((loc) => ({ loc, msg: 'wrong', type: 'any' }));
  return { state: 'failed', status: 422, message: '', stack: [], violations, items: [] };
}

test('violations are told apart by where they stand', () => {
  const outcome = refused(['body', 'ag_config', 'words'], ['body', 'text'], ['body', 'tags', 0]);
  expect(violationsOf(outcome, 'config')).toEqual({ words: 'wrong' });
  expect(violationsOf(outcome, 'inputs')).toEqual({ text: 'wrong', tags: '0: wrong' });
});

test('what the workflow itself says of its configuration belongs to the configuration', () => {
  expect(violationsOf(refused(['config', 'words']), 'config')).toEqual({ words: 'wrong' });
});

test('a run that did not fail violates nothing', () => {
  expect(violationsOf(undefined, 'config')).toEqual({});
  expect(violationsOf({ state: 'running', items: [] }, 'inputs')).toEqual({});
});

test('texts of a stream follow each other, other items are a list', () => {
  expect(joinItems(['a', 'b'])).toBe('ab');
  expect(joinItems([{ a: 1 }, 'b'])).toEqual([{ a: 1 }, 'b']);
  expect(joinItems([])).toBeNull();
});
