import { type ButtonHTMLAttributes, useState } from 'react';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'type'> {
  readonly label: string;
  /** What it acts on, for screen readers: `revision 3`. */
  readonly context?: string | null;
}

/** A button that does not submit its form. */
export function Button({ label, context = null, ...attributes }: ButtonProps) {
  return (
    <button type="button" {...attributes}>
      {label}
      {context === null ? null : <span className="hidden"> {context}</span>}
    </button>
  );
}

export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
  const [message, setMessage] = useState('');
  const copy = () => {
    navigator.clipboard.writeText(text()).then(
      () => setMessage('Copied'),
      () => setMessage('Copying is blocked'),
    );
  };
  return (
    <button type="button" onClick={copy} onBlur={() => setMessage('')}>
      <span aria-live="polite">{message === '' ? label : message}</span>
    </button>
  );
}
