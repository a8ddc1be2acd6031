/**
 * Puts values into the places `{name}` and `{{name}}` of a text, in one walk: braces in a value stay what they are. A
 * name without a value stays as it stands, so that a prompt may hold JSON.
 */
export function fillIn(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{\s*([^{}\s]+)\s*\}\}|\{([^{}\s]+)\}/g, (whole, double?: string, single?: string) => {
    const name = double ?? single ?? '';
    return Object.hasOwn(values, name) ? (values[name] ?? '') : whole;
  });
}
