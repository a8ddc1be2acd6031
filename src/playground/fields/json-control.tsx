import { useState } from 'react';
import { clamp } from '../../foundation/numbers.ts';
import { CodeArea } from '../elements/code-area.tsx';
import type { ControlProps } from './control-props.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';

interface JsonControlProps {
  readonly value: unknown;
  readonly control: ControlProps;
  readonly onChange: (value: unknown) => void;
}

/** A JSON editor. While the text is not JSON, the value is the text, which no schema of this control accepts. */
export function JsonControl({ value, control, onChange }: JsonControlProps) {
  const [typed, setTyped] = useState('');
  const change = (text: string) => {
    setTyped(text);
    onChange(parse(text));
  };
  const text = isTextOf(typed, value) ? typed : format(value);
  return (
    <CodeArea
      {...control}
      rows={clamp(text.split('\n').length, 3, MAX_ROWS)}
      placeholder="JSON"
      value={text}
      onChange={change}
    />
  );
}

const MAX_ROWS = 20;

/** Keeps the spaces that were typed, until another value is loaded. */
function isTextOf(typed: string, value: unknown): boolean {
  return typed !== '' && JSON.stringify(parse(typed)) === JSON.stringify(value);
}

function parse(text: string): unknown {
  const value = parseJson(text);
  // The field's check says what is wrong with a text that is not JSON.
  return value === undefined ? text : value;
}

function format(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
