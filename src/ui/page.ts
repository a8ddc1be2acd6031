import { toSingleLine, type Kind, type Value } from './format-value.ts';
import type { TableBlock } from './table-model.ts';
import type { WordChange } from './word-diff.ts';

/** One field of a record. */
export interface Field {
  readonly label: string;
  readonly value: Value;
  /** @default 'text' */
  readonly kind?: Kind;
}

export interface RecordBlock {
  readonly type: 'record';
  readonly title: string | null;
  readonly fields: readonly Field[];
}

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** How a text changed, word by word. */
export interface WordsBlock {
  readonly type: 'words';
  readonly title: string;
  readonly changes: readonly WordChange[];
}

export type Block = TableBlock | RecordBlock | TextBlock | WordsBlock;

/** What a command shows, top to bottom. */
export type Page = readonly Block[];

/** Makes a block of labelled fields. */
export function toRecord(fields: readonly Field[], title: string | null = null): RecordBlock {
  return { type: 'record', title, fields };
}

/** Makes a block of words, such as the one line a changing command prints. */
export function toText(...lines: readonly string[]): TextBlock {
  return { type: 'text', text: lines.map(toSingleLine).join('\n') };
}
