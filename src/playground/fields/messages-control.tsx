import { CHAT_ROLES, type ChatMessage } from '../../contract/deployments/kinds/chat-messages.ts';
import { clamp, sumOf } from '../../foundation/numbers.ts';
import type { ControlProps } from './field.ts';

interface MessagesControlProps {
  readonly title: string;
  readonly messages: readonly ChatMessage[];
  readonly control: ControlProps;
  readonly onChange: (messages: readonly ChatMessage[]) => void;
}

/** A list of messages: role and text of each, in the order in which the model gets them. */
export function MessagesControl({ title, messages, control, onChange }: MessagesControlProps) {
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
      <button type="button" id={messages.length === 0 ? id : undefined} className="link" onClick={add}>
        Add message
      </button>
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

interface MoveButtonsProps {
  readonly index: number;
  readonly messages: readonly ChatMessage[];
  readonly onChange: (messages: readonly ChatMessage[]) => void;
}

function MoveButtons({ index, messages, onChange }: MoveButtonsProps) {
  const others = messages.toSpliced(index, 1);
  const moveTo = (place: number) => onChange(others.toSpliced(place, 0, ...messages.slice(index, index + 1)));
  const name = `message ${index + 1}`;
  return (
    <>
      <button type="button" className="link" disabled={index === 0} onClick={() => moveTo(index - 1)}>
        Up<span className="hidden"> {name}</span>
      </button>
      <button type="button" className="link" disabled={index === messages.length - 1} onClick={() => moveTo(index + 1)}>
        Down<span className="hidden"> {name}</span>
      </button>
      <button type="button" className="link" onClick={() => onChange(others)}>
        Remove<span className="hidden"> {name}</span>
      </button>
    </>
  );
}

/** A conversation begins with the system, and then the others take turns. */
function nextRole(messages: readonly ChatMessage[]): ChatMessage['role'] {
  const last = messages.at(-1)?.role;
  if (last === undefined) return 'system';
  return last === 'user' ? 'assistant' : 'user';
}

const MAX_ROWS = 16;

/** Browsers that size fields by their content need no rows; for the others, long lines are estimated. */
function rowsFor(text: string): number {
  const rows = sumOf(text.split('\n'), (line) => 1 + Math.floor(line.length / 60));
  return clamp(rows, 2, MAX_ROWS);
}
