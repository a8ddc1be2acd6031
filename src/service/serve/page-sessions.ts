import {
  deleteExpiredSessions,
  deleteSession,
  endOldestSessions,
  insertPageCode,
  spendPageCode,
} from '../keys/queries/keys.ts';
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import {
  PAGE_SESSION_COOKIE,
  PAGE_SESSION_PATH,
  type PageMode,
  type PageSession,
} from '../../contract/keys/page-session.ts';
import { KEY_SESSIONS, SESSION_LIFE, SIGN_IN_LIFE } from '../../foundation/sizes.ts';
import { cameByHttps, type Parsed, refuse, toRefusalResponse } from '../../http/exchange.ts';
import { parseInput } from '../../http/to-refusal.ts';
import { readJsonBody } from '../../http/read-body.ts';
import type { FetchPart } from '../../http/serve-playground.ts';
import { findPrincipal, hashSecret, makeKey } from '../keys/find-principal.ts';
import { readSessionCookie } from '../keys/read-credential.ts';
import type { Principal } from '../operation/operation.ts';
import type { Store } from '../store/open-store.ts';

export interface PageSessionsOptions {
  readonly store: Store;
  readonly mode: PageMode;
  /** Whether browsers reach the service by https, so that they must never send its cookie without. @defaultValue false */
  readonly isHttps?: boolean;
  /** @defaultValue the system's clock */
  readonly now?: () => Date;
}

export interface PageSessions {
  /** Creates a one-time code that signs one page in within ten minutes, on any replica. */
  issueCode(): Promise<string>;
  /** Answers requests of `/session`, and `null` for others. */
  readonly fetch: FetchPart;
}

const SignInBody = z.union([z.strictObject({ code: z.string() }), z.strictObject({ key: z.string() })]);

const CODE_LIFETIME_MS = SIGN_IN_LIFE.most * 1000;
const SESSION_LIFETIME_MS = SESSION_LIFE.most * 3600_000;

/**
 * Exchanges a one-time code, or a key that the user types, for a cookie that no script can read, so that the page's
 * address never contains a key. A session is a key that expires after twelve hours, or with the key it came from. Of more
 * than {@link KEY_SESSIONS} of a key, the oldest ends.
 */
export function createPageSessions(options: PageSessionsOptions): PageSessions {
  const { store, mode, isHttps = false, now = () => new Date() } = options;
  const identify = async (request: Request): Promise<Parsed<Principal>> => {
    const body = await readJsonBody(request, 4096);
    if (!body.ok) return body;
    const given = parseInput(SignInBody, body.value, 'body');
    if (!given.ok) return given;
    const { value } = given;
    const found =
      'code' in value
        ? await spendCode(store, value.code, now())
        : await findPrincipal(store.db, value.key.trim(), now().toISOString());
    // A session opens no other: that one would outlive its key.
    const isWrong = found === null || found.sessionOf !== undefined;
    return isWrong ? refuse(403, WRONG['code' in value ? 'code' : 'key']) : { ok: true, value: found };
  };
  const openSession = async (request: Request): Promise<Response> => {
    const principal = await identify(request);
    if (!principal.ok) return toRefusalResponse(principal.refusal);
    const key = await makeSessionKey(store, principal.value, now());
    return answer(
      { signed_in: true, owner: principal.value.id, mode },
      toCookie(key, SESSION_LIFETIME_MS / 1000, isHttps || cameByHttps(request)),
    );
  };
  return {
    issueCode: () => makeCode(store, now()),
    fetch: async (request) => {
      if (new URL(request.url).pathname !== PAGE_SESSION_PATH) return null;
      if (request.method === 'POST') return await openSession(request);
      const key = readSessionCookie(request) ?? '';
      if (request.method === 'GET') {
        const principal = await findPrincipal(store.db, key, now().toISOString());
        return answer({ signed_in: principal !== null, owner: principal?.sessionOf ?? principal?.id ?? null, mode });
      }
      if (request.method !== 'DELETE')
        return toRefusalResponse({ status: 405, detail: `${PAGE_SESSION_PATH} takes GET, POST and DELETE.` });
      await deleteSession(store.db, key.split('.')[0] ?? '');
      return answer({ signed_in: false, owner: null, mode }, toCookie('', 0, isHttps || cameByHttps(request)));
    },
  };
}

async function makeCode(store: Store, now: Date): Promise<string> {
  const code = randomBytes(24).toString('base64url');
  const expiresAt = new Date(now.getTime() + CODE_LIFETIME_MS).toISOString();
  const row = { sha256: hashSecret(code), expiresAt, now: now.toISOString() };
  await store.transaction((db) => insertPageCode(db, row));
  return code;
}

async function spendCode({ db }: Store, code: string, now: Date): Promise<Principal | null> {
  const expiresAt = await spendPageCode(db, hashSecret(code));
  return expiresAt !== null && now.toISOString() < expiresAt ? OWNER : null;
}

/** The user who started the server and reads its output. */
const OWNER: Principal = { id: 'local', name: 'local', role: 'operator' };

const WRONG = {
  code: 'This sign-in address was already used, or is older than ten minutes. Type a key instead.',
  key: 'The key is unknown, revoked or expired.',
};

async function makeSessionKey(store: Store, principal: Principal, now: Date): Promise<string> {
  const instant = now.toISOString();
  const latest = new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString();
  const { expiresAt: keyExpiresAt = null } = principal;
  const expiresAt = keyExpiresAt !== null && keyExpiresAt < latest ? keyExpiresAt : latest;
  return await store.transaction(async (db) => {
    await deleteExpiredSessions(db, instant);
    const { id: sessionOf, name, role, rateLimit = null, appIds = null } = principal;
    await endOldestSessions(db, sessionOf, KEY_SESSIONS.most - 1);
    const session = { name: `${name} (page)`, role, expiresAt, rateLimit, appIds, sessionOf };
    return await makeKey(db, { ...session, now: instant });
  });
}

function toCookie(value: string, maxAgeSeconds: number, isHttps: boolean): string {
  const limits = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`;
  return `${PAGE_SESSION_COOKIE}=${value}; ${limits}`;
}

function answer(body: PageSession, cookie?: string): Response {
  const headers = { 'cache-control': 'no-store', ...(cookie === undefined ? {} : { 'set-cookie': cookie }) };
  return Response.json(body, { headers });
}
