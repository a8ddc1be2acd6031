/** Fills the parameters of a path template, percent-encoding each value: `/apps/{app_id}` → `/apps/a%2Fb`. */
export function fillPath(template: string, params: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** Lists the names of a template's parameters, in order. */
export function pathParameterNames(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map((match) => String(match[1]));
}
