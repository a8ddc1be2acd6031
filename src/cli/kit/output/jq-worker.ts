/** Runs in a worker thread: jq cannot be interrupted, and a filter may never end. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadJq } from 'jq-wasm/inline';

const OPTIONS = ['--raw-output', '--compact-output'];

const jq = await loadJq();
parentPort?.on('message', (document: string) => {
  // src/cli/kit/output/open-jq.ts starts this thread with the filter.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(jq.raw(document, workerData as string, OPTIONS));
});
