import { once } from 'node:events';
import { connect } from 'node:net';
import { BUNDLE_PROCESSES } from '../../../src/foundation/sizes.ts';
import { type BundlePlaces, createRelayPlaces } from '../../../src/service/egress/relay-places.ts';
import { startRelay } from '../../../src/service/egress/start-relay.ts';
import { HostingFailure } from '../../../src/service/hosting/hosting-failure.ts';
import { createProcessPlaces } from '../../../src/service/hosting/processes/process-places.ts';
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
} satisfies Record<string, Probe>;

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
