import { isRelative } from '../arguments/parse-timestamp.ts';
import type { Session } from './session.ts';

/** A `Date` header is in whole seconds, and an answer takes its time. */
const TOLERATED_MS = 5000;

/**
 * Returns the time from which typed times such as `1h` count: that of the service, whose clock dated the records. It is asked
 * only if one of them counts from now.
 *
 * @returns this machine's time if the clocks agree, if the service is in this process, or if it does not send its time
 * @throws {WF_UNREACHABLE} when the service does not answer
 */
export async function readTimeFor(
  typed: readonly (string | undefined)[],
  openSession: () => Promise<Pick<Session, 'client' | 'mode'>>,
): Promise<Date> {
  if (!typed.some(isRelative)) return new Date();
  const { client, mode } = await openSession();
  if (mode === 'embedded') return new Date();
  const { headers } = await client.request({ method: 'GET', path: '/health', acceptErrors: true });
  const [here, theirs] = [new Date(), new Date(headers['date'] ?? '')];
  return Math.abs(theirs.getTime() - here.getTime()) > TOLERATED_MS ? theirs : here;
}
