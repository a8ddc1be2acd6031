import { expect, test, vi } from 'vitest';
import { createClient } from '../../../../src/client/create-client.ts';
import { inProcessTransport } from '../../../../src/client/transport/in-process-transport.ts';
import { ARCHIVE_TABLES } from '../../../../src/contract/archives/archive.ts';
import { readPublicRecords } from '../../../../src/use-cases/archives/public-records.ts';
import { collect } from '../../../helpers/collect.ts';
import { makeJudgedEvaluation } from '../../../helpers/judged-evaluation.ts';
import { createWorld } from '../../../helpers/service-world.ts';
import { startService } from '../../../helpers/start-service.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Numbers ids by their first appearance, so that rows that refer to each other show it. */
function numberIds(text: string): string {
  const ids = new Map<string, string>();
  return text.replaceAll(UUID, (id) => {
    ids.set(id, ids.get(id) ?? `<id ${ids.size + 1}>`);
    return ids.get(id) ?? id;
  });
}

test('an app of a service with the public endpoints alone becomes rows that refer to each other', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 5, 12) });
  try {
    await using running = await startService();
    const world = await createWorld(running);
    await world.makeVariant();
    await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: [true, false] });
    await world.call('deployToEnvironment', { body: { environment_name: 'staging', variant_id: world.variantId } });
    const client = createClient({
      transport: inProcessTransport((request) => running.service.fetch(request)),
      baseUrl: running.baseUrl,
      credential: { key: running.keys.operator, form: 'apikey' },
    });
    const source = await readPublicRecords(client, world.appId);
    const lines: string[] = [];
    for (const table of ARCHIVE_TABLES) {
      const rows = await collect(source.rows(table));
      lines.push(`## ${table}`, ...rows.map((row) => JSON.stringify(row)));
      const again = await collect(source.rows(table));
      expect(again, table).toEqual(rows);
    }
    lines.push('## missing', ...source.missing);
    await expect(`${numberIds(lines.join('\n'))}\n`).toMatchFileSnapshot('public-records.txt');
    expect(source.variables).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
