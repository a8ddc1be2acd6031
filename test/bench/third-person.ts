/** Uses a service until its parent says that the attacks are over; then sends all latencies. */
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThirdPerson } from './hostile.ts';

/** Pause between two requests. */
const PAUSE_MS = 20;

const { url, key, paths } = workerData as ThirdPerson;
const latencies: Record<string, number[]> = Object.fromEntries(paths.map((path) => [path, []]));
const over = new AbortController();
parentPort?.once('message', () => over.abort());

while (!over.signal.aborted) {
  for (const path of paths) {
    const start = performance.now();
    const response = await fetch(`${url}${path}`, { headers: { authorization: `ApiKey ${key}` } });
    await response.arrayBuffer();
    // A quick refusal is no answer.
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    latencies[path]?.push(performance.now() - start);
  }
  await delay(PAUSE_MS);
}
parentPort?.postMessage(latencies, []);
