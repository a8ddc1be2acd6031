import { countModelCalls } from '../../../src/service/keys/require-rate.ts';
import { readFile } from 'node:fs/promises';
import { ORGANIZATION_ID, WORKSPACE_ID } from '../../../src/contract/workspaces/workspace.ts';
import { ensureLocalKey } from '../../../src/service/keys/ensure-local-key.ts';
import { createPageSessions } from '../../../src/service/serve/page-sessions.ts';
import { noteClaim, createLeaseStore } from '../../../src/service/jobs/queries/claims.ts';
import { takeSlots } from '../../../src/service/jobs/queries/call-slots.ts';
import { noteRefusal, noteWorker } from '../../../src/service/jobs/queries/workers.ts';
import { noteSealingKey } from '../../../src/service/secrets/queries.ts';
import { archiveOf, ownRows } from '../archive.ts';
import { BUNDLE, BUNDLE_SHA256, type World } from '../service-world.ts';
import { TEST_SECRETS } from '../start-service.ts';
import { tempFolder } from '../temp-folder.ts';

/** Names the organisation and its workspace, and adds a key of a model provider and spans. */
export async function addWorkspace({ call }: World): Promise<void> {
  const organization_id = ORGANIZATION_ID;
  await call('updateOrganization', { organization_id, body: { name: 'Northwind', description: 'Support' } });
  const workspace = { organization_id, workspace_id: WORKSPACE_ID };
  await call('updateWorkspace', { ...workspace, body: { name: 'Helpers', description: 'Answers questions' } });
  await call('receiveSpans', { body: await readFile('test/fixtures/otlp/request.pb') });
  const secret = { data: { provider: 'openai' as const, key: 'sk-first' } };
  await call('createSecret', { body: { header: { name: 'judges', description: 'For evaluations' }, secret } });
}

/** Adds a used key of an app, with a rate limit and an upload, the key that replicas share, a page session and a sign-in code. */
export async function addKeys({ call, running, appId }: World, now: () => Date): Promise<void> {
  const { store } = running;
  const expires_at = '2099-01-01T00:00:00.000Z';
  const body = {
    name: 'ci',
    role: 'author' as const,
    expires_at,
    rate_limit: 600,
    model_call_limit: 5000,
    app_ids: [appId],
  };
  const key = await call('createKey', { body });
  await running.send('PUT', `/artifacts/${BUNDLE_SHA256}`, { body: BUNDLE, key });
  const { id } = await store.db.selectFrom('keys').select('id').where('name', '=', 'ci').executeTakeFirstOrThrow();
  await countModelCalls(store.db, now)(id);
  const [sealingKey = ''] = await TEST_SECRETS.keyNames();
  await noteSealingKey(store.db, sealingKey, now().toISOString());
  await using folder = await tempFolder();
  await ensureLocalKey({ store, file: folder.path('key'), shared: TEST_SECRETS, now });
  const pages = createPageSessions({ store, mode: 'serve', now });
  await pages.fetch(new Request('http://wf.test/session', { method: 'POST', body: JSON.stringify({ key }) }));
  await pages.issueCode();
}

/** A page that is stored in two chunks. */
function withLongName(): ReturnType<typeof ownRows> {
  const { apps, environments } = ownRows();
  return { apps, environments: environments.map((row) => ({ ...row, name: 'x'.repeat(1024 * 1024) })) };
}

const WORKER = 'worker.example/1/a';

/** Adds records of requests and processes: a stored idempotent response, an unfinished import, leases and claims. */
export async function addProcessRecords(world: World, evaluationId: string, now: () => Date): Promise<void> {
  const { call, running } = world;
  const headers = { 'idempotency-key': 'once' };
  await running.send('POST', '/apps', { body: { app_name: 'second' }, headers });
  const { manifest, pages } = archiveOf(withLongName());
  const { import_id } = await call('createImport', { body: manifest });
  for (const { table, page, bytes } of pages) await call('putImportPage', { import_id, table, page, body: bytes });
  const { id: webhook_id } = await call('createWebhook', { body: { url: 'https://hooks.example/wf' } });
  await call('testWebhook', { webhook_id });
  await call('setRetention', { body: { app_id: world.appId, keep: { logs: 86_400 } } });
  const { db, dialect } = running.store;
  const seenAt = now().toISOString();
  const expiresAt = new Date(now().getTime() + 15_000).toISOString();
  await createLeaseStore(running.store).take(
    { evaluationId, owner: WORKER, expiresAt },
    { now: seenAt, isGone: () => false },
  );
  await noteWorker(db, { id: WORKER, concurrency: 4, seenAt });
  await noteRefusal(db, { target: 'workflow.example', closedUntil: expiresAt, now: seenAt });
  await noteClaim(db, { owner: WORKER, code: 'code', cells: ['cell'], expiresAt });
  // Only PostgreSQL has workers that share calls.
  if (dialect === 'sqlite') return;
  await takeSlots(db, { evaluationId, owner: WORKER, total: 4, most: 2, now: seenAt, expiresAt });
}
