/**
 * Sends what waits for webhooks, and stops at a step: `claimed`, before the request; `received`, before the outcome is stored.
 * Arguments: database file, step, how far its clock is ahead in milliseconds.
 */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecretBox } from '../../../src/service/secrets/create-secret-box.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { createWebhookSender } from '../../../src/service/webhooks/create-webhook-sender.ts';

const [file = '', stopAt = '', ahead = '0'] = process.argv.slice(2);

async function pass(step: string): Promise<void> {
  if (step !== stopAt) return;
  writeSync(1, `${step}\n`);
  // Until it is killed.
  await sleep(3_600_000);
}

await using store = await openStore({ file });
await using sender = createWebhookSender({
  store,
  secrets: createSecretBox(async () => [new Uint8Array(32)]),
  fetch: async (input, init) => {
    await pass('claimed');
    const response = await fetch(input, init);
    await pass('received');
    return response;
  },
  now: () => new Date(Date.now() + Number(ahead)),
  onProblem: (error) => console.error(error),
});
await sender.look();
