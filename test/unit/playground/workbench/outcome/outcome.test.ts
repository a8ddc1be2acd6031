import { expect, test } from 'vitest';
import {
  answerText,
  joinItems,
  type Outcome,
  violationsOf,
} from '../../../../../src/playground/workbench/outcome/outcome.ts';

function refused(...locs: (string | number)[][]): Outcome {
  const violations = locs.map((loc) => ({ loc, msg: 'wrong', type: 'any' }));
  const sent = { config: { words: 1 }, inputs: { text: 'a', tags: [''] } };
  return { state: 'failed', status: 422, message: '', stack: [], violations, sent, items: [] };
}

test('violations are distinguished by location', () => {
  const outcome = refused(['body', 'ag_config', 'words'], ['body', 'text'], ['body', 'tags', 0]);
  expect(violationsOf(outcome, 'config', { words: 1 })).toEqual({ words: 'wrong' });
  expect(violationsOf(outcome, 'inputs', { text: 'a', tags: [''] })).toEqual({ text: 'wrong', tags: '0: wrong' });
});

test('violations that the workflow reports about its configuration belong to the configuration', () => {
  expect(violationsOf(refused(['config', 'words']), 'config', { words: 1 })).toEqual({ words: 'wrong' });
});

test('a successful run has no violations', () => {
  expect(violationsOf(undefined, 'config', {})).toEqual({});
  expect(violationsOf({ state: 'running', items: [] }, 'inputs', {})).toEqual({});
});

test('a changed field has no violation', () => {
  const outcome = refused(['body', 'text'], ['body', 'tags']);
  expect(violationsOf(outcome, 'inputs', { text: 'b', tags: [''] })).toEqual({ tags: 'wrong' });
});

test('an answer is copied as text or JSON, and not before it exists', () => {
  const answer = { version: '3.0', data: { a: 1 }, content_type: 'application/json' };
  expect(answerText({ state: 'done', answer, seconds: 1 })).toBe('{\n  "a": 1\n}');
  expect(answerText({ state: 'running', items: ['one ', 'two'] })).toBe('one two');
  expect(answerText({ state: 'running', items: [] })).toBeNull();
  expect(answerText(undefined)).toBeNull();
});

test('streamed texts are joined, other items become a list', () => {
  expect(joinItems(['a', 'b'])).toBe('ab');
  expect(joinItems([{ a: 1 }, 'b'])).toEqual([{ a: 1 }, 'b']);
  expect(joinItems([])).toBeNull();
});
