/** Separates an evaluator and each of its settings, as in `regex_test:regex_pattern=^ok`. */
const SEPARATOR = ':';

/** Names a configuration that was created on the command line after its own specification. */
export function toSpecName(key: string, settings: Readonly<Record<string, unknown>>): string {
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${String(value)}`);
  return [toShortKey(key), ...assignments].join(SEPARATOR);
}

/** Returns the evaluator of such a name; a name without settings is returned whole. */
export function evaluatorOfSpec(name: string): string {
  return name.split(SEPARATOR, 1)[0] ?? name;
}

/** Reads the settings in such a name: numbers, or text. */
export function settingsOfSpec(name: string): Readonly<Record<string, unknown>> {
  const parts = name.split(SEPARATOR).slice(1);
  return Object.fromEntries(
    parts.map((part) => {
      const [setting = '', ...rest] = part.split('=');
      const text = rest.join('=');
      return [setting, text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)];
    }),
  );
}

export function hasSettings(name: string): boolean {
  return name.includes(SEPARATOR);
}

/** Begins the key of every built-in evaluator on the wire. @source facts §2.6.1 */
export const PREFIX = 'auto_';

/** Leaves out the prefix, which nobody needs to type. */
export function toShortKey(key: string): string {
  return key.startsWith(PREFIX) ? key.slice(PREFIX.length) : key;
}
