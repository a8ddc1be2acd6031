import { lexer, type Token, type Tokens } from 'marked';
import { stripVTControlCharacters } from 'node:util';
import { wrapWords } from './text-width.ts';

export interface ProseOptions {
  readonly columns: number;
  readonly color: boolean;
}

/** Lines longer than this are hard to read, however wide the window is. */
const MAX_LINE_LENGTH = 100;

/** Renders a page of Markdown for a terminal: text fits the window, code stays as it is, to be copied. */
export function renderProse(markdown: string, { columns, color }: ProseOptions): string {
  const width = Math.min(columns, MAX_LINE_LENGTH);
  return lexer(markdown)
    .map((token) => renderBlock(token, width, color ? paint : plain))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Colours a text by its meaning, or leaves it as it is. */
type Paint = (text: string, meaning: keyof typeof CODES) => string;

const CODES = { heading: [1, 22], code: [36, 39], note: [2, 22] } as const;

function paint(text: string, meaning: keyof typeof CODES): string {
  const [start, end] = CODES[meaning];
  return `\u001b[${start}m${text}\u001b[${end}m`;
}

function plain(text: string): string {
  return text;
}

function renderBlock(token: Token, width: number, style: Paint): string {
  switch (token.type) {
    case 'heading':
      return style(inline(token, plain), 'heading');
    case 'code':
      return style(indent(token.text, '  '), 'code');
    case 'list':
      return renderList(token as Tokens.List, width, style);
    case 'table':
      return renderTable(token as Tokens.Table, width, style);
    case 'blockquote':
      return indent(renderBlocks((token as Tokens.Blockquote).tokens, width - 2, style), '  ');
    case 'space':
    case 'html':
      return '';
    default:
      return wrapWords(inline(token, style), width, false);
  }
}

function renderBlocks(tokens: readonly Token[], width: number, style: Paint): string {
  return tokens
    .map((token) => renderBlock(token, width, style))
    .filter((text) => text !== '')
    .join('\n');
}

function renderList({ items, ordered, start }: Tokens.List, width: number, style: Paint): string {
  return items
    .map((item, index) => {
      const mark = ordered ? `${Number(start) + index}. ` : '- ';
      const text = renderBlocks(item.tokens, width - mark.length, style);
      return `${mark}${indent(text, ' '.repeat(mark.length)).trimStart()}`;
    })
    .join('\n');
}

/** A row is its first cell, with the others below: cells of our pages hold sentences. */
function renderTable({ header, rows }: Tokens.Table, width: number, style: Paint): string {
  const title = style(header.map((cell) => inline(cell, plain)).join(' · '), 'note');
  const lines = rows.map(([first, ...others]) => {
    const texts = others.map((cell) => indent(wrapWords(inline(cell, style), width - 4, false), '    '));
    return [`  ${first === undefined ? '' : inline(first, style)}`, ...texts].join('\n');
  });
  return [title, ...lines].join('\n');
}

/** The text of a token, with its code marked and its links followed by their address. */
function inline(token: Token | Tokens.TableCell, style: Paint): string {
  // Tokens of marked are of one type, with tokens of their own or a text.
  const { tokens, text = '' } = token as { readonly tokens?: Token[]; readonly text?: string };
  if (tokens === undefined) return text.replaceAll('\n', ' ');
  return tokens
    .map((part) => {
      if (part.type === 'codespan') return style(part.text, 'code');
      if (part.type === 'link') return linkText(part as Tokens.Link, style);
      return part.type === 'br' ? '\n' : inline(part, style);
    })
    .join('');
}

function linkText(link: Tokens.Link, style: Paint): string {
  const text = inline(link, style);
  const isWeb = link.href.startsWith('https://') && link.href !== stripVTControlCharacters(text);
  return isWeb ? `${text} ${style(`(${link.href})`, 'note')}` : text;
}

function indent(text: string, by: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `${by}${line}`))
    .join('\n');
}
