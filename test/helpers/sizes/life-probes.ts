import { expect } from 'vitest';
import { IDEMPOTENCY_LIFE, SESSION_LIFE, SIGN_IN_LIFE } from '../../../src/foundation/sizes.ts';
import { resolveSettings } from '../../../src/project/resolve-settings.ts';
import { createPageSessions } from '../../../src/service/serve/page-sessions.ts';
import { runWf } from '../run-wf.ts';
import type { World } from '../service-world.ts';
import { startHttpServer } from '../start-http-server.ts';
import { startService } from '../start-service.ts';
import { tempFolder } from '../temp-folder.ts';
import { type Probe, refusedBy } from './probe.ts';

const START = Date.parse('2026-11-20T12:00:00Z');
const HOUR_MS = 3_600_000;

/** Limits on how long something is known or waited for, by a clock of the test. */
export const LIFE_PROBES = {
  async SESSION_LIFE(world) {
    const { send, later } = openPage(world);
    const signed = await send('POST', '', { key: world.running.keys.viewer });
    const cookie = signed.headers.get('set-cookie')?.split(';')[0] ?? '';
    const isSignedIn = async () => await (await send('GET', cookie)).json();
    later(SESSION_LIFE.most * HOUR_MS - 1);
    expect(await isSignedIn()).toMatchObject({ signed_in: true });
    later(1);
    expect(await isSignedIn()).toMatchObject({ signed_in: false });
    return { by: 'its', words: `${SESSION_LIFE.most} h` };
  },
  async SIGN_IN_LIFE(world) {
    const { issueCode, send, later } = openPage(world);
    const codes = [await issueCode(), await issueCode()];
    later(SIGN_IN_LIFE.most * 1000 - 1);
    expect((await send('POST', '', { code: codes[0] })).status).toBe(200);
    later(1);
    const { by, words } = await refusedBy(await send('POST', '', { code: codes[1] }));
    return { by, words: words.replace('ten minutes', `${SIGN_IN_LIFE.most} s`) };
  },
  async IDEMPOTENCY_LIFE() {
    let now = START;
    await using running = await startService({ now: () => new Date(now) });
    const headers = { 'idempotency-key': 'a' };
    const create = async () => await running.send('POST', '/apps', { body: { app_name: 'a' }, headers });
    const first = await (await create()).text();
    now += IDEMPOTENCY_LIFE.most * HOUR_MS - 1;
    expect(await (await create()).text()).toBe(first);
    now += 1;
    // The name is taken now.
    expect((await create()).ok).toBe(false);
    return { by: 'the', words: `${IDEMPOTENCY_LIFE.most} h` };
  },
  async SERVICE_WAIT() {
    await using folder = await tempFolder();
    await using silent = await startHttpServer(() => {});
    const { timeoutMs } = await resolveSettings({ env: {}, cwd: folder.root });
    const args = ['apps', 'list', '--timeout', '0.1', '--base-url', silent.url, '--json'];
    const { stderr } = await runWf(args, { cwd: folder.root });
    // The form of errors under --json.
    const { error } = JSON.parse(stderr) as { readonly error: { readonly code: string; readonly message: string } };
    return { by: error.code, words: `${error.message} ${timeoutMs.value / 1000} s` };
  },
} satisfies Record<string, Probe>;

/** The sessions of a page, by a clock that the test moves. */
function openPage({ running }: World) {
  let now = START;
  const sessions = createPageSessions({ store: running.store, mode: 'serve', now: () => new Date(now) });
  const send = async (method: string, cookie: string, body: unknown = null) => {
    const init = { method, headers: { cookie }, body: body === null ? null : JSON.stringify(body) };
    return (await sessions.fetch(new Request('http://wf.test/session', init))) ?? new Response();
  };
  return {
    issueCode: (...given: Parameters<typeof sessions.issueCode>) => sessions.issueCode(...given),
    send,
    later: (ms: number) => void (now += ms),
  };
}
