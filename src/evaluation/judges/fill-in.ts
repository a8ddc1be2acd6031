/**
 * Fills the placeholders `{name}` and `{{name}}` of a text in one pass, so that braces in a value stay. A placeholder
 * without a value stays, so that a prompt may contain JSON.
 */
export function fillIn(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{\s*([^{}\s]+)\s*\}\}|\{([^{}\s]+)\}/g, (whole, double?: string, single?: string) => {
    const name = double ?? single ?? '';
    return Object.hasOwn(values, name) ? (values[name] ?? '') : whole;
  });
}
