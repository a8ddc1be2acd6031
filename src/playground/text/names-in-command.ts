/** A record that a command names. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** Names a test set in a command: by its id where the name could be a file's, or a revision. */
export function testsetWord({ id, name }: Named): string {
  return /@\d+$|[./\\]|^-/.test(name) ? id : name;
}

/** Names variants in a list with commas: by their ids where a name would be read as something else. */
export function variantsWord(variants: readonly Named[]): string {
  return variants.map(({ id, name }) => (/,|@\d+$|^-|^\s|\s$/.test(name) ? id : name)).join(',');
}

/** Names stored evaluators in a list with commas. */
export function evaluatorsWord(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(',', String.raw`\,`)).join(',');
}
