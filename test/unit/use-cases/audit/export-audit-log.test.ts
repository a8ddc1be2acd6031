import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import Log from '../../../../commands/audit/log.ts';
import type { AuditEntry, AuditExport, ExportAuditLog } from '../../../../src/contract/audit/audit-entry.ts';
import { UserError } from '../../../../src/errors/wf-error.ts';
import { runWithClient } from '../../../helpers/run-with-client.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const rest = { record: null, name: null, app: null, before: null, after: null, summary: 'created' };
const toEntry = (id: string): AuditEntry => ({
  id,
  created_at: '2026-11-20T11:00:00Z',
  request_id: 'r',
  key_name: 'ann',
  role: 'operator',
  action: 'createApp',
  kind: 'app',
  ...rest,
});

/** A log whose entries are taken by exports; `lost` exports are refused first. */
function openLog(count: number, lost = 0) {
  let left = Array.from({ length: count }, (_, index) => toEntry(`id-${index}`));
  let refusals = lost;
  return {
    async *paginate() {
      yield* left;
    },
    exportAuditLog: async ({ body }: { body: ExportAuditLog }): Promise<AuditExport> => {
      if ((refusals -= 1) >= 0) throw new UserError({ code: 'WF_CONFLICT', message: 'An entry came late.' });
      left = left.slice(body.entries);
      return { id: 'export', created_at: '2026-11-20T12:00:00Z', ...body };
    },
  };
}

async function exportTo(file: string, log: ReturnType<typeof openLog>) {
  // The list's own records.
  return await runWithClient(Log, ['--export', file, '--json'], log as never);
}

test('the file has a line per entry, and the service gets their hash', async () => {
  await using folder = await tempFolder();
  const file = folder.path('log.jsonl');
  const run = await exportTo(file, openLog(2));
  const text = await readFile(file, 'utf8');
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toEqual([toEntry('id-0'), toEntry('id-1')]);
  const sha256 = createHash('sha256').update(text).digest('hex');
  expect(JSON.parse(run.stdout)).toMatchObject({ file, entries: 2, parts: [{ last_id: 'id-1', entries: 2, sha256 }] });
});

test('a long log is exported in parts', async () => {
  await using folder = await tempFolder();
  const file = folder.path('log.jsonl');
  const run = await exportTo(file, openLog(5001));
  expect(JSON.parse(run.stdout)).toMatchObject({ entries: 5001, parts: [{ entries: 5000 }, { entries: 1 }] });
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(5002);
});

test('what came late is read again, and what was not noted does not stay', async () => {
  await using folder = await tempFolder();
  expect(await exportTo(folder.path('a.jsonl'), openLog(1, 2))).toMatchObject({ exitCode: 0 });
  const refused = await exportTo(folder.path('b.jsonl'), openLog(1, 3));
  expect(refused.stderr).toContain('An entry came late.');
  expect(existsSync(folder.path('b.jsonl'))).toBe(false);
});

test('without new entries no file is written', async () => {
  await using folder = await tempFolder();
  const file = folder.path('log.jsonl');
  expect(JSON.parse((await exportTo(file, openLog(0))).stdout)).toEqual({ file, entries: 0, parts: [] });
  expect(existsSync(file)).toBe(false);
});

test('a file that exists is never overwritten', async () => {
  await using folder = await tempFolder();
  const file = folder.path('log.jsonl');
  await writeFile(file, 'mine');
  expect((await exportTo(file, openLog(1))).stderr).toContain('exists already, and is not overwritten');
  expect(await readFile(file, 'utf8')).toBe('mine');
});

test('standard output and a path that cannot be written are refused', async () => {
  await using folder = await tempFolder();
  const log = openLog(1);
  expect(await exportTo('-', log)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('to a new file, not to standard output') as string,
  });
  expect(await exportTo(folder.path('missing/log.jsonl'), log)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('there is no such folder') as string,
  });
  expect(await exportTo(folder.path('log.jsonl'), log)).toMatchObject({ exitCode: 0 });
});

test('a part that was taken back leaves no hole before the next', async () => {
  await using folder = await tempFolder();
  const file = folder.path('log.jsonl');
  expect(await exportTo(file, openLog(2, 1))).toMatchObject({ exitCode: 0 });
  expect(await readFile(file, 'utf8')).toBe(`${[0, 1].map((at) => JSON.stringify(toEntry(`id-${at}`))).join('\n')}\n`);
});
