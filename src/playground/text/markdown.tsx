import { lexer, type Token, type Tokens } from 'marked';
import type { ReactNode } from 'react';

/** Renders Markdown as elements, never as html: a model's answer cannot add scripts, forms or remote images. */
export function Markdown({ text }: { readonly text: string }) {
  return <div className="markdown">{drawAll(lexer(text))}</div>;
}

function drawAll(tokens: readonly Token[] | undefined): ReactNode[] {
  // Tokens have no identity, and the list is rendered anew with its text.
  return (tokens ?? []).map((token, index) => <Drawn key={index} token={token} />);
}

function Drawn({ token }: { readonly token: Token }): ReactNode {
  switch (token.type) {
    case 'heading':
      return <Heading token={token as Tokens.Heading} />;
    case 'paragraph':
      return <p>{drawAll(token.tokens)}</p>;
    case 'blockquote':
      return <blockquote>{drawAll(token.tokens)}</blockquote>;
    case 'list':
      return <List token={token as Tokens.List} />;
    case 'table':
      return <Table token={token as Tokens.Table} />;
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case 'hr':
      return <hr />;
    case 'strong':
      return <strong>{drawAll(token.tokens)}</strong>;
    case 'em':
      return <em>{drawAll(token.tokens)}</em>;
    case 'del':
      return <del>{drawAll(token.tokens)}</del>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br />;
    case 'link':
    case 'image':
      return <Link token={token as Tokens.Link} />;
    case 'checkbox':
    case 'space':
    case 'def':
      return null;
    case 'text':
      return token.tokens === undefined ? decode((token as Tokens.Text).text) : drawAll(token.tokens);
    case 'escape':
      return (token as Tokens.Escape).text;
    default:
      // html, and whatever a later version of marked adds: shown as text
      return token.raw;
  }
}

function Heading({ token: { depth, tokens } }: { readonly token: Tokens.Heading }) {
  // The page itself uses headings up to level three.
  const Level = LEVELS[depth - 1] ?? 'h6';
  return <Level>{drawAll(tokens)}</Level>;
}

/** An answer stands below a second heading of the page. */
const LEVELS = ['h3', 'h4', 'h5', 'h6'] as const;

function List({ token: { ordered, start, items } }: { readonly token: Tokens.List }) {
  const drawn = items.map((item, index) => (
    <li key={index}>
      {item.task ? `${item.checked === true ? '☑' : '☐'} ` : ''}
      {drawAll(item.tokens)}
    </li>
  ));
  return ordered ? <ol start={start === '' ? 1 : start}>{drawn}</ol> : <ul>{drawn}</ul>;
}

function Table({ token: { header, rows } }: { readonly token: Tokens.Table }) {
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th key={index}>{drawAll(cell.tokens)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{drawAll(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Renders an image as a link: the page loads nothing from other sites. */
function Link({ token: { href, text, tokens } }: { readonly token: Tokens.Link }) {
  const label = tokens === undefined ? text || href : drawAll(tokens);
  if (!/^(https?:|mailto:)/i.test(href)) return label;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function decode(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
