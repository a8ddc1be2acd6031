import { createHmac } from 'node:crypto';

/** What is signed. */
export interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

const PREFIX = 'whsec_';

export function toWebhookSecret(key: Uint8Array): string {
  return `${PREFIX}${Buffer.from(key).toString('base64')}`;
}

/** Creates the headers of a message, with its signature. @source Standard Webhooks 1.0.0 */
export function signWebhook(secret: string, { id, timestamp, body }: SignedMessage): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}
