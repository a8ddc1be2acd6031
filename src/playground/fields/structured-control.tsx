import type { ControlProps, StructuredField } from './field.ts';
import { MessagesControl } from './messages-control.tsx';
import { CHAT_ROLES, type ChatMessage } from '../../contract/deployments/kinds/chat-messages.ts';
import { useState } from 'react';
import { clamp } from '../../foundation/numbers.ts';
import { CodeArea } from '../elements/code-area.tsx';
import { parseJson } from '../../contract/validation/parse-json.ts';

interface StructuredControlProps {
  readonly field: StructuredField;
  readonly value: unknown;
  readonly control: ControlProps;
  readonly onChange: (value: unknown) => void;
}

/** A list of messages, or JSON; also for messages that were stored in another shape. */
export function StructuredControl({ field, value, control, onChange }: StructuredControlProps) {
  const messages = field.structured.kind === 'chat_messages' ? readMessages(value) : null;
  if (messages === null) return <JsonControl value={value} control={control} onChange={onChange} />;
  return <MessagesControl title={field.title} messages={messages} control={control} onChange={onChange} />;
}

/** Reads messages for their control; `null` for what it cannot show without losing a part. */
function readMessages(value: unknown): readonly ChatMessage[] | null {
  if (value === undefined) return [];
  return Array.isArray(value) && value.every(isMessage) ? value : null;
}

function isMessage(value: unknown): value is ChatMessage {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false;
  const { role, content } = value as Readonly<Record<string, unknown>>; // an object
  return CHAT_ROLES.some((known) => known === role) && typeof content === 'string';
}

interface JsonControlProps {
  readonly value: unknown;
  readonly control: ControlProps;
  readonly onChange: (value: unknown) => void;
}

/** A JSON editor. While the text is not JSON, the value is the text, which no schema of this control accepts. */
function JsonControl({ value, control, onChange }: JsonControlProps) {
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
