import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { truncate, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect } from 'vitest';
import { requireFewBytes, requireFewFiles } from '../../../src/bundler/carry/refuse-file.ts';
import { exportEvidence } from '../../../src/evaluation/export/evidence-file.ts';
import { isWfError } from '../../../src/foundation/errors/wf-error.ts';
import {
  ARCHIVE_FILE,
  ARCHIVE_MANIFEST,
  ARCHIVE_PAGE,
  ARCHIVE_ROW,
  BUNDLE,
  BUNDLE_PARTS,
  CARRIED_BYTES,
  CARRIED_FILES,
  EVIDENCE,
  PARTS_LIST,
  TEXT_FILE,
} from '../../../src/foundation/sizes.ts';
import { readArchive } from '../../../src/use-cases/archives/read-archive.ts';
import { archiveOf } from '../archive.ts';
import { collect } from '../collect.ts';
import { evaluationOf, rowOf, streamOf } from '../evaluation-records.ts';
import { runWf } from '../run-wf.ts';
import type { World } from '../service-world.ts';
import { tempFolder } from '../temp-folder.ts';
import { padJson, type Probe, type Refused, refusedBy } from './probe.ts';

/** Limits on bundles, archives and the files of a user. */
export const FILE_PROBES = {
  BUNDLE: async (world) => await refusedBy(await putBundle(world, new Uint8Array(BUNDLE.most + 1))),
  BUNDLE_PARTS: async (world) => {
    const part = (_: unknown, index: number) => ({ path: `${index}`, sha256: 'a'.repeat(64), size: 1 });
    const parts = Array.from({ length: BUNDLE_PARTS.most + 1 }, part);
    return await refusedBy(await putBundle(world, toBytes({ wf: 'parts', format: 1, parts })));
  },
  PARTS_LIST: async (world) =>
    await refusedBy(await putBundle(world, toBytes({ wf: 'parts', format: 1, parts: [] }, PARTS_LIST.most + 1))),
  ARCHIVE_MANIFEST: async ({ running }) =>
    await refusedBy(
      await running.send('POST', '/imports', { body: padJson(archiveOf().manifest, ARCHIVE_MANIFEST.most + 1) }),
    ),
  ARCHIVE_PAGE: async (world) => await refusedBy(await putPage(world, new Uint8Array(ARCHIVE_PAGE.most + 1).fill(32))),
  ARCHIVE_ROW: async (world) => {
    const row = { id: 'a', name: 'x'.repeat(ARCHIVE_ROW.most) };
    return await refusedBy(await putPage(world, toBytes(row)));
  },
  async TEXT_FILE() {
    await using folder = await tempFolder();
    const file = folder.path('long.json');
    await writeFile(file, '');
    await truncate(file, TEXT_FILE.most + 1);
    return await refusedByProgram(['api', 'POST', '/apps', '--body', `@${file}`, '--json'], folder.root);
  },
  ARCHIVE_FILE: () => readAnnounced(ARCHIVE_FILE.most + 1),
  CARRIED_FILES: () => refusedWith(() => requireFewFiles(CARRIED_FILES.most + 1, '"files" names')),
  CARRIED_BYTES: () => refusedWith(() => requireFewBytes([{ path: 'a', size: CARRIED_BYTES.most + 1 }])),
  EVIDENCE: () => {
    // In UTF-8, it has three bytes.
    const output = '€'.repeat(EVIDENCE.most / 4 / 3 + 1);
    const rows = [1, 2, 3, 4].map((row) => ({ ...rowOf({ input: `${row}`, output }), row, case: row }));
    return refusedWith(async () => {
      for await (const _ of exportEvidence({ evaluation: evaluationOf(), rows: () => streamOf(rows) }));
    });
  },
} satisfies Record<string, Probe>;

const toBytes = (value: unknown, bytes = 0) => new TextEncoder().encode(padJson(value, bytes));

async function putBundle({ running }: World, body: Uint8Array): Promise<Response> {
  const hash = createHash('sha256').update(body).digest('hex');
  return await running.send('PUT', `/artifacts/${hash}`, { body });
}

async function putPage({ running }: World, body: Uint8Array): Promise<Response> {
  const { manifest } = archiveOf();
  const sha256 = createHash('sha256').update(body).digest('hex');
  const pages = [{ table: 'environments', page: 1, rows: 1, size: body.length, sha256 }];
  const started = await running.send('POST', '/imports', { body: { ...manifest, pages } });
  const { import_id: id } = (await started.json()) as { readonly import_id: string }; // as the endpoint answers
  const sent = await running.send('PUT', `/imports/${id}/environments/1`, { body });
  return sent.ok ? await running.send('POST', `/imports/${id}/commit`) : sent;
}

async function refusedByProgram(args: readonly string[], cwd: string): Promise<Refused> {
  const { stderr, exitCode } = await runWf(args, { cwd });
  expect(exitCode).toBe(2);
  // The form of errors under --json.
  const { error } = JSON.parse(stderr) as { readonly error: { readonly code: string; readonly message: string } };
  return { by: error.code, words: error.message };
}

/** Reads an archive that announces a file of this size. */
async function readAnnounced(size: number): Promise<Refused> {
  await using folder = await tempFolder();
  const tar = pack();
  tar.entry({ name: 'tables/apps/000001.ndjson', size });
  const [head] = (await once(tar, 'data')) as [Uint8Array]; // the header of the first entry
  const bytes = gzipSync(head);
  const path = folder.path('long.wf');
  await writeFile(path, bytes);
  return await refusedWith(async () => await collect(readArchive({ path, name: 'long.wf', size: bytes.length })));
}

async function refusedWith(work: () => unknown): Promise<Refused> {
  try {
    await work();
  } catch (error) {
    if (isWfError(error)) return { by: error.code, words: error.message };
    throw error;
  }
  return { by: '', words: '' };
}
