import { describe, expect, test } from 'vitest';
import { createBatcher } from '../../../../src/contract/host-protocol/create-batcher.ts';

const [BATCH_LENGTH, BATCH_SIZE] = [1_048_576, 32];

const nextTurn = () =>
  new Promise((done) => {
    setImmediate(done);
  });

/** The items are numbers; each is its own length. */
function gather() {
  const sent: number[][] = [];
  return {
    sent,
    ...createBatcher<number>(
      (length) => length,
      (items) => sent.push(items),
    ),
  };
}

describe('createBatcher', () => {
  test('sends the items of one turn together', async () => {
    const { sent, add } = gather();
    add(1);
    add(2);
    expect(sent).toEqual([]);
    await nextTurn();
    expect(sent).toEqual([[1, 2]]);
    add(3);
    await nextTurn();
    expect(sent).toEqual([[1, 2], [3]]);
  });

  test('sends a full batch immediately', async () => {
    const { sent, add } = gather();
    for (let count = 0; count < BATCH_SIZE; count += 1) add(1);
    expect(sent.map((items) => items.length)).toEqual([BATCH_SIZE]);
    add(1);
    await nextTurn();
    expect(sent.map((items) => items.length)).toEqual([BATCH_SIZE, 1]);
  });

  test('sends long texts separately', async () => {
    const { sent, add } = gather();
    add(BATCH_LENGTH - 1);
    add(1);
    expect(sent).toEqual([]);
    add(1);
    expect(sent).toEqual([[BATCH_LENGTH - 1, 1]]);
    add(BATCH_LENGTH + 1);
    await nextTurn();
    expect(sent).toEqual([[BATCH_LENGTH - 1, 1], [1], [BATCH_LENGTH + 1]]);
  });

  test('a batch after another may be as long', async () => {
    const { sent, add, flush } = gather();
    add(5);
    flush();
    add(BATCH_LENGTH - 1);
    add(1);
    await nextTurn();
    expect(sent).toEqual([[5], [BATCH_LENGTH - 1, 1]]);
  });

  test('flush sends the collected items once', async () => {
    const { sent, add, flush } = gather();
    add(1);
    flush();
    flush();
    await nextTurn();
    expect(sent).toEqual([[1]]);
  });
});
