import type { SourceExcerpt } from '../../contract/develop/dev-events.ts';

/** The author's source lines around the failure, with a caret below its column. */
export function SourceExcerptView({ excerpt }: { readonly excerpt: SourceExcerpt }) {
  const { file, line, column, first_line: first, lines } = excerpt;
  const width = String(first + lines.length - 1).length;
  return (
    <figure className="excerpt">
      <figcaption>
        {file}:{line}:{column}
      </figcaption>
      <pre tabIndex={0} role="group" aria-label="Source">
        {lines.map((text, index) => {
          const number = first + index;
          const gutter = `${String(number).padStart(width)} │ `;
          if (number !== line) return `${gutter}${text}\n`;
          return (
            <mark key={number}>
              {`${gutter}${text}\n${' '.repeat(width)} │ ${indentOf(text, column)}^`}
              {'\n'}
            </mark>
          );
        })}
      </pre>
    </figure>
  );
}

/** Tabs stay tabs, so that the caret is under its column whatever the tab width. */
function indentOf(text: string, column: number): string {
  return text.slice(0, column - 1).replaceAll(/[^\t]/g, ' ');
}
