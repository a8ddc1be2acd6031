import { CopyButton } from './copy-button.tsx';

interface EmptyStateProps {
  readonly title: string;
  /** What is typed to change that. */
  readonly command?: string;
  readonly children: string;
}

/** Stands in place of a list that has nothing in it, and says how to begin. */
export function EmptyState({ title, command, children }: EmptyStateProps) {
  return (
    <div className="card empty">
      <h2>{title}</h2>
      <p>{children}</p>
      {command === undefined ? null : (
        <p className="command">
          <code>{command}</code>
          <CopyButton label="Copy" text={() => command} />
        </p>
      )}
    </div>
  );
}
