import { expect, test } from 'vitest';
import { addPlace, removePlace } from '../../../src/errors/message-place.ts';

test('a place is added before the full stop, and can be removed again', () => {
  const placed = addPlace('The workflow may not start ls.', 'src/flow.ts:4');
  expect(placed).toBe('The workflow may not start ls (at src/flow.ts:4).');
  expect(removePlace(`${placed} Run it elsewhere.`)).toBe('The workflow may not start ls. Run it elsewhere.');
});

test.each(['No place.', 'It failed (at noon).', 'It failed (at src/flow.ts:4)'])(
  'without a place, nothing is removed: %s',
  (message) => {
    expect(removePlace(message)).toBe(message);
  },
);
