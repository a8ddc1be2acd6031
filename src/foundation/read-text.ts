/**
 * Reads a body as text, and stops as soon as it is too long. It leaves a copy's other half alone.
 *
 * @param maxBytes - most bytes, as they arrive here: unpacked
 * @returns `null` when it is longer
 */
export async function readText({ body }: Pick<Response, 'body'>, maxBytes: number): Promise<string | null> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    length += part.value.length;
    if (length > maxBytes) {
      // Not awaited: of a copy, it ends with its other half.
      void reader?.cancel().catch(() => undefined);
      return null;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
