/**
 * Collects what a handler streams: pieces of text into one string, anything else into a list.
 *
 * @param items - the stream; bytes in it are read as UTF-8
 */
export async function collectAnswer(items: AsyncIterable<unknown>): Promise<unknown> {
  const collected: unknown[] = [];
  for await (const item of decodeBytes(items)) collected.push(item);
  return joinAnswer(collected);
}

/** Joins streamed items into the answer they make: pieces of text into one string, anything else into a list. */
export function joinAnswer(items: readonly unknown[]): unknown {
  return items.length > 0 && items.every((item) => typeof item === 'string') ? items.join('') : items;
}

/**
 * Turns bytes into text where a stream has them: what a model's raw answer streams.
 *
 * @yields the items, bytes among them as text
 */
export async function* decodeBytes(items: AsyncIterable<unknown>): AsyncGenerator {
  const decoder = new TextDecoder();
  for await (const item of items) yield item instanceof Uint8Array ? decoder.decode(item, { stream: true }) : item;
}
