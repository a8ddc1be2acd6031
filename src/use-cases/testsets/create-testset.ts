import { basename, extname } from 'node:path';
import type { Client } from '../../client/create-client.ts';
import { UserError } from '../../errors/wf-error.ts';
import { readTestset } from '../../evaluation/testset/read-testset.ts';
import { parseFileFormat, type TypedFormat } from '../../evaluation/testset/file-format.ts';
import { isFullId } from '../records/find-record.ts';
import { openTestsetFile } from './open-testset-file.ts';
import type { TextSource } from '../files/read-text-source.ts';
import { uploadTestset } from './upload-testset.ts';
import type { UploadedTestset } from './uploaded-testset.ts';

export interface CreateTestsetOptions extends TextSource, TypedFormat {
  readonly client: Client;
  /** Name or id of the app that the test set belongs to; `null`: the key's only one, or none. */
  readonly app: string | null;
  /** @defaultValue the file's name without its extension */
  readonly name: string | null;
}

/**
 * Stores a csv, json or jsonl file as a test set revision; standard input must be jsonl.
 *
 * @throws {WF_TESTSET_INVALID} when it is empty, ragged or malformed
 */
export async function createTestset(options: CreateTestsetOptions): Promise<UploadedTestset> {
  const { client, source, cwd, stdin } = options;
  const format = parseFileFormat(options);
  const name = options.name ?? nameOf(source);
  const appId = await findAppId(options);
  if (source === '-') {
    const pages = readTestset({ name: 'standard input.jsonl', chunks: toChunks(stdin), format });
    return await uploadTestset({ client, name, appId, pages, tag: null });
  }
  const file = await openTestsetFile(source, format, cwd);
  if (file === null) throw noEnding(source);
  return await uploadTestset({ client, name, appId, pages: file.pages(), tag: await file.tag() });
}

/** Finds the app's id; `null` for an app that does not exist yet, as before the first deploy of a project. */
async function findAppId({ client, app }: CreateTestsetOptions): Promise<string | null> {
  const extended = app === null ? null : await client.extensions();
  if (app === null || extended === null) return null;
  if (isFullId(app)) return app;
  return (await extended.listApps({ app_name: app }))[0]?.app_id ?? null;
}

function nameOf(source: string): string {
  if (source !== '-') return basename(source, extname(source));
  throw new UserError({
    code: 'WF_USAGE',
    message: 'A test set from standard input needs a name.',
    nextSteps: ['Add --name NAME'],
  });
}

function noEnding(source: string): UserError {
  return new UserError({
    code: 'WF_NOT_FOUND',
    message: `Cannot read the test set ${source}: there is no such file.`,
    nextSteps: ['wf testsets list'],
  });
}

async function* toChunks(stdin: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stdin) yield chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
}
