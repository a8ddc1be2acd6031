import type { DevEvent } from '../../contract/develop/dev-events.ts';

/** Shows whether the last save built, and if not, the error and its position. */
export function DevStatus({ event }: { readonly event: DevEvent }) {
  if (event.type === 'reload-end') return null;
  const { message, file, line, column, frame, routes } = event;
  const position =
    file === null ? '' : `${file}${line === null ? '' : `:${line}${column === null ? '' : `:${column}`}`}`;
  return (
    <div className="failure banner" role="alert">
      <p>
        <b>{position === '' ? 'The workflow does not build' : position}</b> {message}
      </p>
      {frame === null ? null : (
        <pre tabIndex={0} role="group" aria-label="Source">
          {frame}
        </pre>
      )}
      {routes.length === 0 ? null : <p>The last good version keeps answering.</p>}
    </div>
  );
}
