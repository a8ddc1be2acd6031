import { DEV_SOURCE_PATH, type SourceExcerpt } from '../../../contract/develop/dev-events.ts';
import type { Outcome } from './outcome.ts';
import { useLoaded } from '../../service/queries.ts';
import { exchange } from '../../service/request.ts';
import { useWorkspace } from '../../workspace/workspace.ts';

interface FailureViewProps {
  readonly outcome: Extract<Outcome, { state: 'failed' }>;
}

/** Why a run failed: the message, the source line under `wf dev`, and the stack. */
export function FailureView({ outcome: { status, message, stack } }: FailureViewProps) {
  const { dev } = useWorkspace();
  const text = stack.join('\n');
  // The author's source lines that the stack points to.
  const excerpt = useLoaded(
    ['source', text],
    dev === null || text === ''
      ? null
      : ({ signal }) => exchange<SourceExcerpt | null>('POST', DEV_SOURCE_PATH, { stack: text }, signal),
  );
  return (
    <div className="failure" role="alert">
      <p>
        <b>{status === null ? 'No answer' : `Status ${status}`}</b>
      </p>
      <p className="pre">{message}</p>
      {excerpt.value === null ? null : <SourceExcerptView excerpt={excerpt.value} />}
      <Stack lines={stack} />
    </div>
  );
}

function Stack({ lines }: { readonly lines: readonly string[] }) {
  // The first line of a stack repeats the message.
  const frames = lines.filter((line) => /^\s*at /.test(line));
  if (frames.length === 0) return null;
  return (
    <pre className="stack" tabIndex={0} aria-label="Stack" role="group">
      {frames.map((line, index) => (
        // Only the index distinguishes equal lines of a recursion.
        <span key={index} className={isOwn(line) ? 'own' : undefined}>
          {shorten(line)}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

/** Answers whether a line is the author's code, not Node's, a package's or ours. */
function isOwn(line: string): boolean {
  return !/node:|node_modules|wf:\/\/|\/dist\/|source-host|host-process|\/[0-9a-f]{64}\.mjs/.test(line);
}

/** A deployed bundle is named by its hash, which says nothing here; its source files are in the project. */
function shorten(line: string): string {
  return line
    .trim()
    .replace('project:///', '')
    .replace(/file:\/\/\S*\/([0-9a-f]{8})[0-9a-f]{56}\.mjs/, 'bundle-$1.mjs');
}

/** The author's source lines around the failure, with a caret below its column. */
function SourceExcerptView({ excerpt }: { readonly excerpt: SourceExcerpt }) {
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
