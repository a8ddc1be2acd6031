import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A page for readers: the README, the changelog, or a file of `docs`. */
export interface DocPage {
  /** Its path from the root, as in `docs/evaluations.md`. */
  readonly path: string;
  readonly text: string;
}

/** A fenced block of a page. */
export interface CodeBlock {
  readonly language: string;
  readonly code: string;
  /** Page and line, as in `docs/evaluations.md:12`. */
  readonly place: string;
}

const ROOT = resolve(import.meta.dirname, '../..');

/** Reads every page, the README first. */
export function readPages(): DocPage[] {
  const paths = globSync('docs/**/*.md', { cwd: ROOT }).toSorted();
  return ['README.md', 'CHANGELOG.md', ...paths].map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(ROOT, path), 'utf8'),
  }));
}

/** Lists the fenced blocks of a page. */
export function blocksOf({ path, text }: DocPage): CodeBlock[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? '',
    code: match[2] ?? '',
    place: `${path}:${text.slice(0, match.index).split('\n').length}`,
  }));
}

/** A page without its fenced blocks and comments. */
export function proseOf(page: DocPage): string {
  return withoutBlocks(page).replaceAll(/<!--[\s\S]*?-->/g, '');
}

/** A page without its fenced blocks, with its comments, which name tests. */
export function withoutBlocks({ text }: DocPage): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '');
}
