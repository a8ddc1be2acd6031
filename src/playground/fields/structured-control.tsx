import type { ControlProps } from './control-props.ts';
import type { StructuredField } from './field.ts';
import { JsonControl } from './json-control.tsx';
import { MessagesControl } from './messages-control.tsx';
import { readMessages } from './read-messages.ts';

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
