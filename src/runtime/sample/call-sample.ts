import { request } from 'node:http';
import type { SAMPLE_CALL } from './sample-workflow.ts';

/** Trace context of a caller that does not sample: the call must not be exported. */
const NOT_SAMPLED = `00-${'1'.repeat(32)}-${'1'.repeat(16)}-00`;

/** Calls the process's own socket as its parent will: the first call costs ten times as much as later ones. */
export async function callSample(socketPath: string, { path, body }: typeof SAMPLE_CALL): Promise<void> {
  const headers = { 'content-type': 'application/json', traceparent: NOT_SAMPLED };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const sent = request({ socketPath, path, method: 'POST', headers }, (answer) => answer.resume().once('end', resolve));
  sent.once('error', reject).end(body);
  await promise;
}
