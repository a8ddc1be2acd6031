/** Measures an idle bundle's memory: node test/bench/idle-memory.ts. Linux only: others do not report private memory. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleWorkflow } from '../../src/bundler/bundle/bundle-workflow.ts';
import { createHosting } from '../../src/service/hosting/create-hosting.ts';

const COUNT = 8;
const DIST = resolve('dist');
const SOURCE = `import { entrypoint } from 'wfkit';\nexport default entrypoint({}, () => process.pid);\n`;

const folder = await mkdtemp(join(tmpdir(), 'wf-idle-'));
try {
  const memory = await measure(folder);
  const mean = (name: string) => Math.round(memory.reduce((sum, each) => sum + (each[name] ?? 0), 0) / COUNT / 1024);
  const own = memory.map((each) => (each['Private_Clean'] ?? 0) + (each['Private_Dirty'] ?? 0));
  const ownMean = Math.round(own.reduce((sum, each) => sum + each, 0) / COUNT / 1024);
  console.log(
    `${COUNT} idle bundles: ${ownMean} MB own each, ${mean('Pss')} MB with its share, ${mean('Rss')} MB resident`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(dataDir: string): Promise<Record<string, number>[]> {
  await writeFile(join(dataDir, 'workflow.ts'), SOURCE);
  const aliases = { wfkit: join(DIST, 'sdk.js'), 'wfkit/runtime': join(DIST, 'runtime.js') };
  const { code, sha256 } = await bundleWorkflow({ root: dataDir, entry: 'workflow.ts', outDir: dataDir, aliases });
  await using hosting = createHosting({
    hostScript: pathToFileURL(join(DIST, 'host-process.js')),
    dataDir,
    backend: {
      readArtifact: async () => await readFile(code),
      resolveConfiguration: async () => ({}),
      readVariables: async () => ({}),
    },
  });
  const pids = await Promise.all(
    Array.from({ length: COUNT }, async (_, index) => {
      const deployment = { id: 'd', app_id: `app-${index}`, app_name: 'idle', artifact_sha256: sha256, url: null };
      const request = new Request('http://bench/', { method: 'POST', body: '{}' });
      const response = await hosting.call({ deployment, path: '/playground/run', request, revisionId: null });
      const { data } = (await response.json()) as { data: number };
      return data;
    }),
  );
  return await Promise.all(pids.map(readMemory));
}

/** In KB, by the kernel's names. */
async function readMemory(pid: number): Promise<Record<string, number>> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Object.fromEntries([...text.matchAll(/^(\w+):\s+(\d+) kB$/gm)].map(([, name, kb]) => [name, Number(kb)]));
}
