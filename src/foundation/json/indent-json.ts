import { JsonCursor, TOKEN } from './json-cursor.ts';

/**
 * Lays a JSON text out as `JSON.stringify` does with two spaces. Every number and string keeps its characters, which parsing
 * would change.
 *
 * @param text - valid JSON
 */
export function indentJson(text: string): string {
  const cursor = new JsonCursor(text);
  const parts: string[] = [];
  let [depth, end, isEmpty] = [0, 0, false];
  const put = (value: string) => {
    if (value === '') return;
    parts.push(isEmpty ? lineAt(depth) : '', value);
    isEmpty = false;
  };
  for (let token = cursor.next(); token !== TOKEN.end; token = cursor.next()) {
    if (token === TOKEN.none) continue;
    put(text.slice(end, cursor.start).trim());
    end = cursor.at;
    if (token === TOKEN.string) put(text.slice(cursor.start, end));
    else if (token === TOKEN.comma) parts.push(',', lineAt(depth));
    else if (token === TOKEN.colon) parts.push(': ');
    else if (token === TOKEN.openList || token === TOKEN.openObject) {
      put(text.slice(cursor.start, end));
      depth += 1;
      isEmpty = true;
    } else {
      depth -= 1;
      parts.push(isEmpty ? '' : lineAt(depth), text.slice(cursor.start, end));
      isEmpty = false;
    }
  }
  put(text.slice(end).trim());
  return parts.join('');
}

function lineAt(depth: number): string {
  return `\n${'  '.repeat(depth)}`;
}
