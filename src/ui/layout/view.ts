import { type Kind, type Value } from './text/format-value.ts';
import { toSingleLine } from '../../foundation/terminal-text.ts';
import { type Medium, type TableBlock, tableIn } from './table-model.ts';
import type { Meaning } from './text/status.ts';
import type { WordChange } from '../../contract/develop/configuration-diff.ts';

interface Shareable {
  /** The only medium that shows it. @defaultValue both */
  readonly only?: Medium;
}

export interface Field extends Shareable {
  readonly label: string;
  readonly value: Value;
  /** @defaultValue 'text' */
  readonly kind?: Kind;
  /** Meaning of the sign in the label, which decides its colour. */
  readonly meaning?: Meaning;
}

export interface RecordBlock extends Shareable {
  readonly type: 'record';
  readonly title: string | null;
  readonly fields: readonly Field[];
}

export interface TextBlock extends Shareable {
  readonly type: 'text';
  readonly text: string;
}

export interface WordDiffBlock {
  readonly type: 'word-diff';
  readonly title: string;
  readonly changes: readonly WordChange[];
  readonly only?: never;
}

export type Block = TableBlock | RecordBlock | TextBlock | WordDiffBlock;

/** The output of a command, top to bottom. */
export type View = readonly Block[];

export function viewIn(view: View, medium: Medium): View {
  const isIn = ({ only }: Shareable) => only === undefined || only === medium;
  return view.filter(isIn).map((block) => {
    if (block.type === 'table') return tableIn(block, medium);
    return block.type === 'record' ? { ...block, fields: block.fields.filter(isIn) } : block;
  });
}

export function drawn(...blocks: readonly DesignedBlock[]): View {
  return blocks.map((block) => ({ ...block, only: 'drawn' }));
}

/** Marks blocks that appear only in pipes, files and comments. Programs parse them, so their format is stable. */
export function written(...blocks: readonly DesignedBlock[]): View {
  return blocks.map((block) => ({ ...block, only: 'written' }));
}

type DesignedBlock = TableBlock | RecordBlock | TextBlock;

export function toRecord(fields: readonly Field[], title: string | null = null): RecordBlock {
  return { type: 'record', title, fields };
}

export function toText(...lines: readonly string[]): TextBlock {
  return { type: 'text', text: lines.map(toSingleLine).join('\n') };
}

export interface Display {
  /** `terminal`: for people; `plain`: aligned text; `tsv`: tab-separated; `markdown`: for comments. */
  readonly form: 'terminal' | 'plain' | 'tsv' | 'markdown';
  readonly columns: number;
  readonly rows: number;
  readonly color: boolean;
  readonly now: Date;
}

/** Text for stdout and an optional remark for stderr. */
export interface Shown {
  readonly text: string;
  readonly remark: string | null;
  /** The text is what a service or a workflow answered, and has no styles of ours. @defaultValue false */
  readonly isForeign?: boolean;
}

/** Reports what a result does not show because the service does not have it. */
export function lackingView(lacking: readonly string[] = []): View {
  return lacking.map((what) => toText(`The service lacks ${what}.`));
}
