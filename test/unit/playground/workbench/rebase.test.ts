import { expect, test } from 'vitest';
import { listContested, rebase, toDifference } from '../../../../src/playground/workbench/saving/rebase.ts';

const BEFORE = { prompt: 'a', words: 50, '/one': { tone: 'calm', model: 'm' } };

test('the changes of both sides are kept, in the sections of routes, too', () => {
  const mine = { prompt: 'a', '/one': { tone: 'loud', model: 'm' }, extra: [1] };
  const theirs = { prompt: 'b', words: 50, '/one': { tone: 'calm', model: 'n' } };
  const states = { before: BEFORE, mine, theirs };
  expect(rebase(states)).toEqual({ prompt: 'b', '/one': { tone: 'loud', model: 'n' }, extra: [1] });
  expect(listContested(states)).toEqual([]);
});

test('a field that both changed is contested, unless to the same value', () => {
  const mine = { prompt: 'mine', words: 10, '/one': { tone: 'calm' } };
  const theirs = { prompt: 'theirs', words: 10, '/one': { tone: 'calm', model: 'n' } };
  const states = { before: BEFORE, mine, theirs };
  expect(listContested(states)).toEqual(['prompt', '/one:model']);
  expect(rebase(states)).toEqual(mine);
});

test('a difference names the keys that changed and those that are gone, and nothing else', () => {
  const after = { prompt: 'a', '/one': { tone: 'loud', model: 'm' } };
  expect(toDifference(BEFORE, after)).toEqual({ parameters: { '/one': after['/one'] }, unset: ['words'] });
});
