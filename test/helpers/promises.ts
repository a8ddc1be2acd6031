import { dirname } from 'node:path';
import { readCommands } from '../../bin/write-reference.ts';
import { type DocPage, readPages } from './doc-pages.ts';

/** Something that a page or the help of a command says of wf. */
export interface PromiseOfText {
  /** Where it is, as in `docs/scripting.md:12` or `wf eval run --limit`. */
  readonly place: string;
  /** A sentence, a row of a table, or the text of a flag. */
  readonly text: string;
}

/** Lists what the pages and the help promise; a text that several commands share is listed once, where it is first. */
export async function readPromises(): Promise<PromiseOfText[]> {
  const pages = readPages().filter(({ path }) => path === 'README.md' || dirname(path) === 'docs');
  return [...pages.flatMap(promisesOfPage), ...(await promisesOfHelp())];
}

/** Lists sentences and rows of tables with their lines. Headings, also those of tables, blocks, pictures and comments are left out, except what names a test. */
export function promisesOfPage({ path, text }: DocPage): PromiseOfText[] {
  const hidden = text.replaceAll(/^```[\s\S]*?^```$|<!--(?! tests?: )[\s\S]*?-->|^\|.*\n\|[-:| ]+\|$/gm, blank);
  const parts = [...hidden.matchAll(/^(?:\|.*|(?!#|\||!\[)\S(?:.*\n(?!\s*$|\||#|- |\d+\. ))*.*)$/gm)];
  return parts.flatMap((part) => {
    const line = hidden.slice(0, part.index).split('\n').length;
    return partsOf(part[0]).map((sentence) => ({ place: `${path}:${line}`, text: sentence }));
  });
}

/** Keeps the line breaks, so that lines are counted as in the file. */
function blank(block: string): string {
  return block.replaceAll(/[^\n]/g, '');
}

/** A row of a table is one promise; what has fewer than three words are none. */
function partsOf(part: string): string[] {
  const sentences = part.startsWith('|') ? [part] : part.replaceAll(/\s+/g, ' ').split(/(?<=[.!?]\)?) (?=[A-Z`"[(])/);
  return sentences.map((text) => text.replace(/^- /, '').trim()).filter((text) => /\w+\W+\w+\W+\w/.test(text));
}

async function promisesOfHelp(): Promise<PromiseOfText[]> {
  const commands = await readCommands();
  const found = commands.flatMap(({ id, summary, description, args, flags, examples }) => [
    { place: `wf ${id}`, text: summary },
    ...sentencesOf(description).map((text) => ({ place: `wf ${id}`, text })),
    ...args.map(({ name, description: text }) => ({ place: `wf ${id} ${name.toUpperCase()}`, text })),
    ...flags.map(({ name, summary: text }) => ({ place: `wf ${id} --${name}`, text })),
    ...examples.map((text) => ({ place: `wf ${id}, an example`, text })),
  ]);
  const first = new Map(
    found
      .filter(({ text }) => text !== '')
      .map((each) => [each.text, each] as const)
      .toReversed(),
  );
  return [...first.values()].toReversed();
}

function sentencesOf(text: string): string[] {
  return text.split(/\n+/).flatMap(partsOf);
}
