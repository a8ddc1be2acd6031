import { readFileSync } from 'node:fs';

/**
 * Reads the help page of a command or topic, rendered when this program was built.
 *
 * @param id - words of the command; empty for the whole program
 * @param base - URL of the file the folder `help` lies beside
 */
export function readHelpPage(id: string, base: string): string {
  return readFileSync(new URL(helpFile(id), base), 'utf8');
}

/** Reads a page of the folder `docs`, which is published next to the built program. */
export function readDocsPage(name: string, base: string): string {
  return readFileSync(new URL(`../docs/${name}.md`, base), 'utf8');
}

/** Names the file of a help page, relative to the built program. */
export function helpFile(id: string): string {
  return `help/${id === '' ? 'index' : id.replaceAll(' ', '-')}.txt`;
}
