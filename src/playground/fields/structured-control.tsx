import type { ControlProps, StructuredField } from './field.ts';
import { CHAT_ROLES, type ChatMessage } from '../../contract/deployments/kinds/chat-messages.ts';
import { useState } from 'react';
import { clamp, sumOf } from '../../foundation/numbers.ts';
import { Button } from '../elements/button.tsx';
import { CodeArea } from '../elements/code-area.tsx';
import { parseJson } from '../../contract/validation/parse-json.ts';

/** A list of messages, or JSON; also for messages that were stored in another shape. */
export function StructuredControl({ field, value, control, onChange }: ControlProps<StructuredField>) {
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

/** A JSON editor. While the text is not JSON, the value is the text, which no schema of this control accepts. */
function JsonControl({ value, control, onChange }: Omit<ControlProps, 'field'>) {
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

interface MessagesControlProps extends Pick<ControlProps, 'control'> {
  readonly title: string;
  readonly messages: readonly ChatMessage[];
  readonly onChange: (messages: readonly ChatMessage[]) => void;
}

/** A list of messages: role and text of each, in the order in which the model gets them. */
function MessagesControl({ title, messages, control, onChange }: MessagesControlProps) {
  const { id, ...state } = control;
  const replace = (index: number, message: ChatMessage) => onChange(messages.with(index, message));
  const add = () => onChange([...messages, { role: nextRole(messages), content: '' }]);
  return (
    <div role="group" aria-label={title} className="messages">
      {messages.map((message, index) => (
        // Messages have no identity but their position.
        <div key={index} className="message">
          <div className="message-head">
            <RoleSelect index={index} message={message} onChange={(changed) => replace(index, changed)} />
            <MoveButtons index={index} messages={messages} onChange={onChange} />
          </div>
          <textarea
            {...state}
            // The label of the field leads to the first text.
            id={index === 0 ? id : undefined}
            aria-label={`${title}, text ${index + 1}`}
            rows={rowsFor(message.content)}
            value={message.content}
            onChange={({ target }) => replace(index, { ...message, content: target.value })}
          />
        </div>
      ))}
      <Button label="Add message" id={messages.length === 0 ? id : undefined} className="link" onClick={add} />
    </div>
  );
}

interface RoleSelectProps {
  readonly index: number;
  readonly message: ChatMessage;
  readonly onChange: (message: ChatMessage) => void;
}

function RoleSelect({ index, message, onChange }: RoleSelectProps) {
  return (
    <select
      aria-label={`Role ${index + 1}`}
      value={message.role}
      onChange={({ target }) => onChange({ ...message, role: target.value as ChatMessage['role'] })} // one of the options
    >
      {CHAT_ROLES.map((role) => (
        <option key={role} value={role}>
          {role}
        </option>
      ))}
    </select>
  );
}

interface MoveButtonsProps extends Pick<MessagesControlProps, 'messages' | 'onChange'> {
  readonly index: number;
}

function MoveButtons({ index, messages, onChange }: MoveButtonsProps) {
  const others = messages.toSpliced(index, 1);
  const moveTo = (place: number) => onChange(others.toSpliced(place, 0, ...messages.slice(index, index + 1)));
  const shared = { context: `message ${index + 1}`, className: 'link' };
  return (
    <>
      <Button label="Up" {...shared} disabled={index === 0} onClick={() => moveTo(index - 1)} />
      <Button label="Down" {...shared} disabled={index === messages.length - 1} onClick={() => moveTo(index + 1)} />
      <Button label="Remove" {...shared} onClick={() => onChange(others)} />
    </>
  );
}

/** A conversation begins with the system, and then the others take turns. */
function nextRole(messages: readonly ChatMessage[]): ChatMessage['role'] {
  const last = messages.at(-1)?.role;
  if (last === undefined) return 'system';
  return last === 'user' ? 'assistant' : 'user';
}

const MAX_MESSAGE_ROWS = 16;

/** Browsers that size fields by their content need no rows; for the others, long lines are estimated. */
function rowsFor(text: string): number {
  const rows = sumOf(text.split('\n'), (line) => 1 + Math.floor(line.length / 60));
  return clamp(rows, 2, MAX_MESSAGE_ROWS);
}
