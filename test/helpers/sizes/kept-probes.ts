import { expect } from 'vitest';
import { KEPT_LOG, LOG_BURST, LOG_LINE, VOTERS, WAITING_DELIVERIES } from '../../../src/foundation/sizes.ts';
import { appendLogs } from '../../../src/service/deployments/queries/deployments.ts';
import { createLogWriter } from '../../../src/service/hosting/bundles/write-logs.ts';
import type { WrittenLine } from '../../../src/service/hosting/hosting.ts';
import { serveVoting } from '../../../src/service/human-evaluations/voting/serve-voting.ts';
import { addVoter } from '../../../src/service/human-evaluations/voting-codes.ts';
import { addDelivery } from '../../../src/service/webhooks/queries/deliveries.ts';
import { compareTwo } from '../human-world.ts';
import { TEST_SECRETS } from '../start-service.ts';
import { type Probe, refusedBy } from './probe.ts';

const AT = '2026-11-21T10:00:00.000Z';

/** Limits on what the service keeps. */
export const KEPT_PROBES = {
  async KEPT_LOG({ running, callByAll, nextName }) {
    const { app_id: id } = await callByAll('createApp', { body: { app_name: nextName() } });
    const lineOf = (text: number): WrittenLine => ({ at: AT, stream: 'stdout', text: String(text) });
    const append = async (first: number, count: number) => {
      const lines = Array.from({ length: count }, (_, index) => lineOf(first + index));
      await appendLogs(running.store.db, id, lines, new Date(Date.parse(AT) + first));
    };
    for (let first = 0; first < KEPT_LOG.most; first += 2000) await append(first, 2000);
    await append(KEPT_LOG.most, 1);
    const kept = await callByAll('listLogs', { app_id: id, tail: KEPT_LOG.most });
    expect(kept[0]?.text).toBe('1');
    return { by: 'the', words: String(kept.length) };
  },
  async LOG_BURST() {
    const texts = await write('x\n'.repeat(LOG_BURST.most + 1));
    const last = String(texts.at(-1));
    return { by: /dropped/.exec(last)?.[0] ?? '', words: last };
  },
  async LOG_LINE() {
    const [line = ''] = await write(`${'x'.repeat(LOG_LINE.most)}y\n`);
    return { by: line.endsWith('x') ? 'cut' : '', words: String(line.length) };
  },
  async WAITING_DELIVERIES({ running, callByAll, makeVariant }) {
    const { id } = await callByAll('createWebhook', { body: { url: 'http://wf.test/full' } });
    await running.store.db.transaction().execute(async (db) => {
      const delivery = { webhookId: id, event: 'test', subject: null, body: '{}', now: AT };
      for (let count = 0; count < WAITING_DELIVERIES.most; count += 1) await addDelivery(db, delivery);
    });
    const body = { environment_name: 'staging', variant_id: await makeVariant() };
    await callByAll('deployToEnvironment', { body });
    const webhooks = await callByAll('listWebhooks', {});
    const dropped = webhooks.find((webhook) => webhook.id === id)?.dropped;
    return { by: dropped === 1 ? 'dropped' : '', words: `${WAITING_DELIVERIES.most} wait, ${dropped} dropped` };
  },
  async VOTERS(world) {
    const { running, call } = world;
    const { evaluation_id } = await compareTwo(world);
    await running.store.db.transaction().execute(async (db) => {
      const voter = { human_evaluation_id: evaluation_id, created_at: AT };
      for (let count = 0; count < VOTERS.most; count += 1)
        await addVoter(db, TEST_SECRETS, { ...voter, name: `voter ${count}` });
    });
    const { code } = await call('getHumanLinks', { evaluation_id });
    const answer = serveVoting({ store: running.store, secrets: TEST_SECRETS });
    const body = JSON.stringify({ code, name: 'one more' });
    const request = new Request(`http://wf.test/voting/${evaluation_id}/session`, { method: 'POST', body });
    return await refusedBy((await answer(request)) ?? new Response());
  },
} satisfies Record<string, Probe>;

/** Writes an output of a workflow. @returns the lines that are stored */
async function write(output: string): Promise<string[]> {
  const texts: string[] = [];
  const append = async (_: string, lines: readonly WrittenLine[]) => void texts.push(...lines.map(({ text }) => text));
  const writer = createLogWriter({ append, now: () => 0 });
  writer.open('a')('stdout', output);
  await writer.flush();
  return texts;
}
