import { useState } from 'react';

interface CopyButtonProps {
  readonly label: string;
  readonly text: () => string;
}

/** Copies a text and confirms it. */
export function CopyButton({ label, text }: CopyButtonProps) {
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
