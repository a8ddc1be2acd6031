/** Writes settings as they are typed, as `threshold=3, prefix=ok`; code and prompts only in part. */
export function formatSettings(settings: Readonly<Record<string, unknown>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${toLine(value)}`)
    .join(', ');
}

const MAX_LENGTH = 60;

function toLine(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text.split('\n', 1)[0] ?? '';
  return line.length < text.length || line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
