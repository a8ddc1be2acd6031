/** Replaces each `{name}` in a template; a name without a value stays as it is. */
export function fillIn(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}
