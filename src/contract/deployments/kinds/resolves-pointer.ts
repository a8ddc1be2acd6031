/**
 * Returns whether a JSON pointer, as `$ref` has it after its `#`, leads to a part of a value.
 *
 * @source RFC 6901 §4 and §6
 */
export function resolvesPointer(root: unknown, pointer: string): boolean {
  let part = root;
  for (const key of pointer.split('/').slice(1).map(decodeKey)) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return false;
    part = (part as Readonly<Record<string, unknown>>)[key]; // an object or a list, which has this key
  }
  return true;
}

function decodeKey(key: string): string {
  return decodePercent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}

function decodePercent(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    // A percent sign that encodes nothing is itself.
    return key;
  }
}
