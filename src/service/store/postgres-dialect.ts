import { type Dialect, PostgresDialect } from 'kysely';

const INT8 = 20;

/** Kysely over `pg`, which is loaded only here and only when it is asked for. */
export async function createPostgresDialect(url: string): Promise<Dialect> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    // Counts arrive as 64-bit integers, which pg hands over as text; ours stay far below 2^53.
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // Without listeners, a server that closes a connection would end the process, in use or idle; what was running on it
  // fails by itself, and the next query opens another.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}
