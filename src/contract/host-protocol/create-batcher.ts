import { BATCH_LENGTH, BATCH_SIZE } from './limits.ts';

/** Collects items and sends them in batches. */
export interface Batcher<Item> {
  add(this: void, item: Item): void;
  /** Sends the collected items now. */
  flush(this: void): void;
}

/**
 * Creates a batcher, which collects the items of one turn of the event loop up to the limits of a message.
 *
 * @param lengthOf - returns the length of an item's text, in characters
 * @param send - sends a batch
 */
export function createBatcher<Item>(lengthOf: (item: Item) => number, send: (items: Item[]) => void): Batcher<Item> {
  let items: Item[] = [];
  let length = 0;
  const flush = (): void => {
    if (items.length === 0) return;
    const batch = items;
    [items, length] = [[], 0];
    send(batch);
  };
  return {
    flush,
    add(item) {
      const added = lengthOf(item);
      if (length + added > BATCH_LENGTH) flush();
      if (items.length === 0) setImmediate(flush);
      items.push(item);
      length += added;
      if (items.length >= BATCH_SIZE) flush();
    },
  };
}
