import { type HTMLAttributes, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';

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

/** A browser takes seconds to lay out a megabyte in one element. */
const MAX_CHARACTERS = 50_000;

interface LongTextProps {
  readonly text: string;
  readonly children: (shown: string) => ReactNode;
}

/** A text of any length: a very long one is cut, until all of it is asked for. */
export function LongText({ text, children }: LongTextProps) {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || text.length <= MAX_CHARACTERS) return children(text);
  return (
    <>
      {children(cutText(text, MAX_CHARACTERS))}
      <p>
        <Button label={`Show all ${text.length.toLocaleString('en')} characters`} onClick={() => setWhole(true)} />
      </p>
    </>
  );
}

/** Cuts a text, but no character of it in two. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const code = text.charCodeAt(most - 1);
  const isFirstHalf = code >= 0xd800 && code <= 0xdbff;
  return text.slice(0, isFirstHalf ? most - 1 : most);
}
