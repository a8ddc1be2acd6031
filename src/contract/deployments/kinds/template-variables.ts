/**
 * Matches `{{name}}`, which stands for the characters `{name}`, and `{name}`, a variable. Other braces, such as those of
 * JSON in a prompt, are plain text.
 */
const PLACEHOLDER = /\{\{([A-Za-z_]\w*)\}\}|\{([A-Za-z_]\w*)\}/g;

/** Lists the variables of a templated text, each once. */
export function findVariables(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].flatMap(([, , name]) => name ?? []))];
}

/**
 * Replaces the variables of a templated text.
 *
 * @param valueOf - returns the text for a variable
 */
export function fillVariables(text: string, valueOf: (name: string) => string): string {
  return text.replaceAll(PLACEHOLDER, (_, literal: string | undefined, name: string | undefined) =>
    name === undefined ? `{${literal}}` : valueOf(name),
  );
}

/** Returns whether a name can be a variable. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}
