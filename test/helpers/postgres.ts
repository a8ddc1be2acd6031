import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A test's own database. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
}

/** Creates an empty database on the server at `adminUrl`; disposal drops it. */
export async function createDatabase(adminUrl: string): Promise<TestDatabase> {
  const name = `wf_test_${randomBytes(8).toString('hex')}`;
  await runStatement(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => runStatement(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
