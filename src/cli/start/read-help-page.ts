import { readFileSync } from 'node:fs';

/**
 * Reads the help page of a command or topic, which the build rendered.
 *
 * @param id - name of the command; empty for the whole program
 * @param base - URL of a file next to the folder `help`
 */
export function readHelpPage(id: string, base: string): string {
  return readFileSync(new URL(helpFile(id), base), 'utf8');
}

/** Reads a page of the folder `docs`, which is published next to the built program. Its comments are for its authors. */
export function readDocsPage(name: string, base: string): string {
  return readFileSync(new URL(`../docs/${name}.md`, base), 'utf8').replaceAll(/<!--[^]*?-->/g, '');
}

/** Returns the path of a help page, relative to the built program. */
export function helpFile(id: string): string {
  return `help/${id === '' ? 'index' : id.replaceAll(' ', '-')}.txt`;
}
