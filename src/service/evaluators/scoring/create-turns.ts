/** A queue in which callers take turns, however much work each of them has. */
export interface Turns<T> {
  readonly isEmpty: boolean;
  add(this: void, caller: string, item: T): void;
  /** Adds it before the caller's other items. */
  addFirst(this: void, caller: string, item: T): void;
  take(this: void): T | undefined;
  remove(this: void, caller: string, item: T): void;
}

/** Creates an empty queue. */
export function createTurns<T>(): Turns<T> {
  const waiting = new Map<string, Set<T>>();
  return {
    get isEmpty() {
      return waiting.size === 0;
    },
    add: (caller, item) => {
      const items = waiting.get(caller);
      if (items === undefined) waiting.set(caller, new Set([item]));
      else items.add(item);
    },
    addFirst: (caller, item) => void waiting.set(caller, new Set([item, ...(waiting.get(caller) ?? [])])),
    take: () => {
      const [next] = waiting;
      if (next === undefined) return undefined;
      const [caller, items] = next;
      const [item] = items;
      if (item !== undefined) items.delete(item);
      // Behind all other callers.
      waiting.delete(caller);
      if (items.size > 0) waiting.set(caller, items);
      return item;
    },
    remove: (caller, item) => {
      const items = waiting.get(caller);
      items?.delete(item);
      if (items?.size === 0) waiting.delete(caller);
    },
  };
}
