import { expect, test } from 'vitest';
import { createTurns } from '../../../../../src/service/evaluators/scoring/create-turns.ts';

function takeAll(turns: ReturnType<typeof createTurns<string>>): string[] {
  const taken: string[] = [];
  for (let item = turns.take(); item !== undefined; item = turns.take()) taken.push(item);
  return taken;
}

test('callers take turns, each in its own order', () => {
  const turns = createTurns<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) turns.add(item.charAt(0), item);
  expect(takeAll(turns)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(turns.isEmpty).toBe(true);
});

test('an item that is put back is the next of its caller', () => {
  const turns = createTurns<string>();
  for (const item of ['a1', 'a2']) turns.add('a', item);
  turns.addFirst('a', turns.take() ?? '');
  expect(takeAll(turns)).toEqual(['a1', 'a2']);
});

test('a removed item is not taken', () => {
  const turns = createTurns<string>();
  for (const item of ['a1', 'a2']) turns.add('a', item);
  turns.add('b', 'b1');
  turns.remove('a', 'a1');
  turns.remove('b', 'b1');
  turns.remove('c', 'c1');
  expect(takeAll(turns)).toEqual(['a2']);
});
