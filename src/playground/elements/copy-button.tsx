import { useState } from 'react';

interface CopyButtonProps {
  readonly label: string;
  readonly text: () => string;
}

/** Copies a text and confirms it. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [said, setSaid] = useState('');
  const copy = () => {
    navigator.clipboard.writeText(text()).then(
      () => setSaid('Copied'),
      () => setSaid('Copying is blocked'),
    );
  };
  return (
    <button type="button" onClick={copy} onBlur={() => setSaid('')}>
      <span aria-live="polite">{said === '' ? label : said}</span>
    </button>
  );
}
