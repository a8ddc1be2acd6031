import { formatValue, type Value } from './text/format-value.ts';
import { toSingleLine } from '../../foundation/terminal-text.ts';
import type { Block, View, RecordBlock, WordDiffBlock } from './view.ts';
import { isRightAligned, type TableBlock } from './table-model.ts';
import { markChange } from './text/word-diff.ts';

/** A GitHub comment is limited to 65,536 characters; this leaves room for other text. */
const MAX_PAGE_LENGTH = 60_000;
const MAX_CELL_LENGTH = 300;
const MAX_ROWS = 50;

/**
 * Formats a view as GitHub's Markdown. Values come from models and strangers, so everything that could create a link, a
 * mention, an image or break the table is escaped.
 */
export function markdownView(view: View): string {
  const parts: string[] = [];
  let length = 0;
  for (const text of view.map(toMarkdown)) {
    length += text.length + 2;
    if (length > MAX_PAGE_LENGTH) return [...parts, '*The rest is too long for a comment.*'].join('\n\n');
    parts.push(text);
  }
  return parts.join('\n\n');
}

function toMarkdown(block: Block): string {
  switch (block.type) {
    case 'table':
      return tableToMarkdown(block);
    case 'record':
      return recordToMarkdown(block);
    case 'text':
      return block.text.split('\n').map(escape).join('  \n');
    case 'word-diff':
      return wordDiffToMarkdown(block);
  }
}

function tableToMarkdown({ title, columns, rows, empty }: TableBlock): string {
  const heading = title === null ? [] : [`#### ${escape(title)}`, ''];
  if (rows.length === 0) return [...heading, escape(empty)].join('\n');
  const toCells = (row: readonly Value[]) =>
    columns.map(({ kind }, index) => escape(shorten(formatValue(kind, row[index], PLAIN))));
  const lines = [
    columns.map(({ header }) => escape(header)),
    columns.map(({ kind }) => (isRightAligned(kind) ? '--:' : '---')),
    ...rows.slice(0, MAX_ROWS).map(toCells),
  ];
  const more = rows.length > MAX_ROWS ? ['', `and ${rows.length - MAX_ROWS} more`] : [];
  return [...heading, ...lines.map((cells) => `| ${cells.join(' | ')} |`), ...more].join('\n');
}

const PLAIN = { form: 'plain', now: new Date(0) } as const;

function recordToMarkdown({ title, fields }: RecordBlock): string {
  const lines = fields.map(
    ({ label, kind = 'text', value }) => `- ${escape(label)}: ${escape(shorten(formatValue(kind, value, PLAIN)))}`,
  );
  return [...(title === null ? [] : [`#### ${escape(title)}`, '']), ...lines].join('\n');
}

/** Formats a word diff as a code block with a fence longer than any in the text. */
function wordDiffToMarkdown({ title, changes }: WordDiffBlock): string {
  const text = changes.map(markChange).join('');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`#### ${escape(title)}`, '', fence, text, fence].join('\n');
}

function shorten(text: string): string {
  return text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH)}…` : text;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * GitHub finds mentions and URLs after parsing the markup: only an invisible character inside prevents that. `tuned@1` is
 * not a mention.
 */
const WORD_JOINER = '\u2060';

function escape(text: string): string {
  return toSingleLine(text)
    .replaceAll(/[\\`*_{}[\]|~#!]/g, String.raw`\$&`)
    .replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? character)
    .replaceAll(/(?<!\w)@|@(?!\d)|:(?=\/\/)|www(?=\.)/gi, `$&${WORD_JOINER}`);
}
