import { formatValue, toSingleLine } from './text/format-value.ts';
import type { Block, Page, RecordBlock, WordDiffBlock } from './page.ts';
import { plainTable, tsvTable } from './plain-table.ts';
import { toBold } from './text/to-bold.ts';
import { padEnd, widestOf } from './text/text-width.ts';
import { markChange } from './text/word-diff.ts';

type Form = 'plain' | 'tsv';

/** Formats a page for programs: all rows, full values. Only where a user forces colours, headings have escape sequences. */
export function plainPage(page: Page, form: Form, color = false): string {
  // Text between tables is for people; tab-separated output contains only values.
  const blocks = form === 'tsv' && page.length > 1 ? page.filter(({ type }) => type !== 'text') : page;
  return blocks.map((block) => plainBlock(block, form, color && form === 'plain')).join('\n\n');
}

function plainBlock(block: Block, form: Form, color: boolean): string {
  switch (block.type) {
    case 'table': {
      const table = form === 'tsv' ? tsvTable(block) : plainTable(block, color);
      return block.title === null || form === 'tsv' ? table : `${toBold(block.title, color)}\n${table}`;
    }
    case 'record':
      return plainRecord(block, form, color);
    case 'text':
      return block.text;
    case 'word-diff':
      return plainWordDiff(block, form);
  }
}

function plainWordDiff({ title, changes }: WordDiffBlock, form: Form): string {
  const text = changes.map(markChange).join('');
  return form === 'tsv' ? `${toSingleLine(title)}\t${toSingleLine(text)}` : `${title}\n${text}`;
}

function plainRecord({ title, fields }: RecordBlock, form: Form, color: boolean): string {
  const width = widestOf(fields.map(({ label }) => label));
  const lines = fields.map(({ label, kind = 'text', value }) => {
    const text = formatValue(kind, value, { form, now: new Date(0) });
    return form === 'tsv' ? `${toSingleLine(label)}\t${text}` : `${padEnd(label, width)}  ${text}`;
  });
  return [...(title === null || form === 'tsv' ? [] : [toBold(title, color)]), ...lines].join('\n');
}
