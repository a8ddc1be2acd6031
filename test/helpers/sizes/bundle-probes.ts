import { once } from 'node:events';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { BUNDLE_PROCESSES, WORKING_FILES, WORKING_FOLDER } from '../../../src/foundation/sizes.ts';
import { type BundlePlaces, createRelayPlaces } from '../../../src/service/egress/relay-places.ts';
import { startRelay } from '../../../src/service/egress/start-relay.ts';
import { HostingFailure } from '../../../src/service/hosting/hosting-failure.ts';
import { createProcessPlaces } from '../../../src/service/hosting/processes/process-places.ts';
import { runHeldCode } from '../run-held-code.ts';
import { tempFolder } from '../temp-folder.ts';
import type { Probe, Refused } from './probe.ts';

/** Limits on deployed workflows. */
export const BUNDLE_PROBES = {
  async BUNDLE_CONNECTIONS() {
    const own = createRelayPlaces(Number.POSITIVE_INFINITY).forBundle();
    fill(own);
    return await beyond(own);
  },
  async ALL_BUNDLE_CONNECTIONS() {
    const places = createRelayPlaces(Number.POSITIVE_INFINITY);
    for (let bundle = 0; bundle < 5; bundle += 1) fill(places.forBundle());
    const own = places.forBundle();
    // Some are kept for it all the same.
    if (own.take() !== null) throw new Error('No place is kept for it.');
    fill(own);
    return await beyond(own);
  },
  async BUNDLE_PROCESSES() {
    const places = createProcessPlaces(BUNDLE_PROCESSES.most, []);
    for (let count = 0; count < BUNDLE_PROCESSES.most; count += 1) await places.take();
    try {
      await places.take();
    } catch (error) {
      if (error instanceof HostingFailure) return { by: String(error.status), words: error.message };
    }
    return { by: '', words: '' };
  },
  WORKING_FOLDER: () => writeInFolder(`fs.writeFileSync('all', Buffer.alloc(${WORKING_FOLDER.most + 1}))`),
  WORKING_FILES: () => writeInFolder(`for (let n = 0; n < ${WORKING_FILES.most}; n += 1) fs.mkdirSync(String(n))`),
} satisfies Record<string, Probe>;

/** Runs code in the strongest sandbox. */
async function writeInFolder(code: string): Promise<Refused> {
  const sources = resolve('src/foundation');
  const explain = `
    const { findRefusedAccess } = await import('${sources}/errors/refused-access.ts');
    const { keepWorkingFolder } = await import('${sources}/working-folder.ts');
    keepWorkingFolder('/');
    try { ${code} } catch (error) { console.log(error.code, findRefusedAccess(error).sentence); }`;
  const { stdout: words } = await runHeldCode({
    code: `import fs from 'node:fs';${explain}`,
    readable: [sources],
  });
  return { by: words.split(' ')[0] ?? '', words };
}

function fill(places: BundlePlaces): void {
  while (places.take() === null);
}

/** Connects to a relay without a place. */
async function beyond(places: BundlePlaces): Promise<Refused> {
  await using folder = await tempFolder();
  const reasons: string[] = [];
  const path = folder.path('net');
  const relay = await startRelay({ path, rules: () => true, places, onRefused: (reason) => reasons.push(reason) });
  await once(connect(path).resume(), 'close');
  relay.close();
  const [words = ''] = reasons;
  return { by: words.split(' ')[0] ?? '', words };
}
