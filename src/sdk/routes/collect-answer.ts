/**
 * Collects a stream: joins pieces of text into one string, other items into a list.
 *
 * @param items - the stream; bytes are decoded as UTF-8
 */
export async function collectAnswer(items: AsyncIterable<unknown>): Promise<unknown> {
  const collected: unknown[] = [];
  for await (const item of decodeBytes(items)) collected.push(item);
  return joinAnswer(collected);
}

/** Joins streamed items: pieces of text into one string, other items into a list. */
export function joinAnswer(items: readonly unknown[]): unknown {
  return items.length > 0 && items.every((item) => typeof item === 'string') ? items.join('') : items;
}

/**
 * Decodes the bytes in a stream, such as a model's raw response, to text.
 *
 * @yields the items, with bytes as text
 */
export async function* decodeBytes(items: AsyncIterable<unknown>): AsyncGenerator {
  const decoder = new TextDecoder();
  for await (const item of items) yield item instanceof Uint8Array ? decoder.decode(item, { stream: true }) : item;
}
