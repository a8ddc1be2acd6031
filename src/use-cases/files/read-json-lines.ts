/** Parses JSON Lines: one value per line. */
export async function readJsonLines(parts: AsyncIterable<string>): Promise<unknown[]> {
  let text = '';
  for await (const part of parts) text += part;
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
}
