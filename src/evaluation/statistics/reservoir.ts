import type { Random } from './random.ts';

/**
 * Holds a sample of bounded size: all items while they are few, then a random one of each size.
 *
 * @source Vitter, "Random sampling with a reservoir", ACM TOMS 11 (1985), algorithm R
 */
export function createReservoir<Item>(random: Random, size: number) {
  const items: Item[] = [];
  let seen = 0;
  return {
    add(item: Item): void {
      seen += 1;
      if (items.length < size) items.push(item);
      else {
        const index = random.below(seen);
        if (index < size) items[index] = item;
      }
    },
    read: (): readonly Item[] => items,
  };
}
