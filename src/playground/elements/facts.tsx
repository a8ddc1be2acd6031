import type { HTMLAttributes } from 'react';

interface FactProps extends HTMLAttributes<HTMLElement> {
  readonly label: string;
}

/** A term of a list, and what is said of it. */
export function Fact({ label, ...said }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd {...said} />
    </div>
  );
}

/** A text of several lines, which scrolls by itself. */
export function TextBox({ label, ...attributes }: HTMLAttributes<HTMLPreElement> & { readonly label: string }) {
  return <pre className="output" tabIndex={0} role="group" aria-label={label} {...attributes} />;
}
