/** Uses a service until its parent says that the attacks are over; then sends all latencies. */
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThirdPerson } from './hostile.ts';

/** Pause between two requests. */
const PAUSE_MS = 20;

const { url, key, requests } = workerData as ThirdPerson;
const latencies: Record<string, number[]> = Object.fromEntries(requests.map((request) => [request, []]));
const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
const over = new AbortController();
parentPort?.once('message', () => over.abort());

while (!over.signal.aborted) {
  for (const request of requests) {
    const [method = '', path] = request.split(' ');
    const body = method === 'POST' ? '{"config":"default","inputs":{}}' : null;
    const start = performance.now();
    const response = await fetch(`${url}${path}`, { method, headers, body });
    const text = await response.text();
    // A quick refusal is no answer.
    if (!response.ok) throw new Error(`${request} answered ${response.status}: ${text}`);
    latencies[request]?.push(performance.now() - start);
  }
  await delay(PAUSE_MS);
}
parentPort?.postMessage(latencies, []);
