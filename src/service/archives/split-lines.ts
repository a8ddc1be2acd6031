import { setImmediate } from 'node:timers/promises';

/**
 * Splits UTF-8 into lines. A line break at the end adds none. Joining a long one is work for a turn of its own.
 *
 * @param parts - bytes in their order, each decoded within a millisecond or two
 * @yields each line without its line break
 */
export async function* splitLines(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  for await (const part of parts) {
    const [first = '', ...more] = decoder.decode(part, { stream: true }).split('\n');
    begun.push(first);
    const last = more.pop();
    if (last === undefined) continue;
    const line = begun.join('');
    begun = [last];
    await setImmediate();
    yield line;
    yield* more;
  }
  const last = [...begun, decoder.decode()].join('');
  await setImmediate();
  if (last !== '') yield last;
}
