import type { TextareaHTMLAttributes } from 'react';
import { Button } from './button.tsx';
import { parseJson } from '../../contract/validation/parse-json.ts';

interface CodeAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A text area for JSON: it grows with its text, and indents it on demand. */
export function CodeArea({ value, onChange, ...attributes }: CodeAreaProps) {
  const formatted = formatJson(value);
  return (
    <div className="code-area">
      <textarea
        {...attributes}
        className="code"
        spellCheck={false}
        autoCapitalize="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {formatted === null || formatted === value ? null : (
        <Button label="Format" className="link" onClick={() => onChange(formatted)} />
      )}
    </div>
  );
}

/** Indents JSON; `null` for text that is not JSON, or not worth it. */
export function formatJson(text: string): string | null {
  if (text.trim() === '') return null;
  const value = parseJson(text);
  // A large number would lose digits, and short values need no lines.
  if (typeof value !== 'object' || value === null || /\d{16}|\de/i.test(text)) return null;
  return JSON.stringify(value, null, 2);
}
