import type { TestProject } from 'vitest/node';
import { createTemplate } from './postgres.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database from which tests create databases. */
    postgresUrl: string;
  }
}

let server: PostgresServer | undefined;

/** Starts one PostgreSQL for all test files, or uses the one that `WF_TEST_DATABASE_URL` names. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env['WF_TEST_DATABASE_URL'] ?? '';
  server = given === '' ? await startPostgresServer() : undefined;
  const url = server?.url ?? given;
  await createTemplate(url);
  project.provide('postgresUrl', url);
}

export async function teardown(): Promise<void> {
  await server?.[Symbol.asyncDispose]();
}
