import { CHAT_ROLES, type ChatMessage } from '../../contract/deployments/kinds/chat-messages.ts';

/** Reads messages for their control; `null` for what it cannot show without losing a part. */
export function readMessages(value: unknown): readonly ChatMessage[] | null {
  if (value === undefined) return [];
  return Array.isArray(value) && value.every(isMessage) ? value : null;
}

function isMessage(value: unknown): value is ChatMessage {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false;
  const { role, content } = value as Readonly<Record<string, unknown>>; // an object
  return CHAT_ROLES.some((known) => known === role) && typeof content === 'string';
}
