import { type ReactNode, useState } from 'react';

/** The command that does the same in a terminal, folded until somebody wants it. */
export function FoldedCommand({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="in-terminal" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>In a terminal</summary>
      {isOpen ? children : null}
    </details>
  );
}
