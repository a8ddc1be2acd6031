import { CHANNEL } from './migrations/0001-baseline/changes.ts';
import type { Listen } from './change-listener.ts';
import { readPostgresLimits } from './postgres-limits.ts';

const ANSWER_MS = 5000;
/** How often to check that the server is still there: a network may drop connections without notice. */
const CHECK_MS = 15_000;

/** Listens on a separate connection: a pooled one may be any of the pool's. */
export function listenPostgres(url: string): Listen {
  const { address } = readPostgresLimits(url);
  return async (onAnnounced) => {
    const { default: pg } = await import('pg');
    const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS, keepAlive: true };
    const client = new pg.Client({ connectionString: address, application_name: 'wf listen', ...limits });
    const { promise: lost, resolve } = Promise.withResolvers<void>();
    client.on('error', () => resolve());
    client.on('end', () => resolve());
    client.on('notification', ({ payload }) => onAnnounced(payload ?? ''));
    const close = async () => {
      clearInterval(checking);
      await client.end().catch(() => undefined);
    };
    const checking = setInterval(() => void client.query('select 1').catch(() => resolve()), CHECK_MS);
    checking.unref();
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await close();
      throw error;
    }
    return { lost, close };
  };
}
