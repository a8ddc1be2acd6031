import { toSingleLine, type Kind, type Value } from './text/format-value.ts';
import { tableIn, type Medium, type TableBlock } from './table-model.ts';
import type { Meaning } from './text/status.ts';
import type { WordChange } from './text/word-diff.ts';

/** One field of a record. */
export interface Field {
  readonly label: string;
  readonly value: Value;
  /** @default 'text' */
  readonly kind?: Kind;
  /** What the sign in the label says, which a colour repeats. */
  readonly meaning?: Meaning;
  /** The one medium it stands in. @default both */
  readonly only?: Medium;
}

export interface RecordBlock {
  readonly type: 'record';
  readonly title: string | null;
  readonly fields: readonly Field[];
  /** The one medium it stands in. @default both */
  readonly only?: Medium;
}

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  /** The one medium it stands in. @default both */
  readonly only?: Medium;
}

/** How a text changed, word by word. */
export interface WordsBlock {
  readonly type: 'words';
  readonly title: string;
  readonly changes: readonly WordChange[];
  readonly only?: never;
}

export type Block = TableBlock | RecordBlock | TextBlock | WordsBlock;

/** What a command shows, top to bottom. */
export type Page = readonly Block[];

/** Leaves out the blocks, fields and columns that stand in the other medium. */
export function pageIn(page: Page, medium: Medium): Page {
  const isIn = ({ only }: { readonly only?: Medium }) => only === undefined || only === medium;
  return page.filter(isIn).map((block) => {
    if (block.type === 'table') return tableIn(block, medium);
    return block.type === 'record' ? { ...block, fields: block.fields.filter(isIn) } : block;
  });
}

/** Makes blocks that only a person at a terminal sees. */
export function drawn(...blocks: readonly DesignedBlock[]): Page {
  return blocks.map((block) => ({ ...block, only: 'drawn' }));
}

/** Makes blocks for pipes, files and comments: they stay as they are, since programs read them. */
export function written(...blocks: readonly DesignedBlock[]): Page {
  return blocks.map((block) => ({ ...block, only: 'written' }));
}

type DesignedBlock = TableBlock | RecordBlock | TextBlock;

/** Makes a block of labelled fields. */
export function toRecord(fields: readonly Field[], title: string | null = null): RecordBlock {
  return { type: 'record', title, fields };
}

/** Makes a block of words, such as the one line a changing command prints. */
export function toText(...lines: readonly string[]): TextBlock {
  return { type: 'text', text: lines.map(toSingleLine).join('\n') };
}
