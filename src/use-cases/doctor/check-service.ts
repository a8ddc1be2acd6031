import type { Client } from '../../client/create-client.ts';
import { isWfError } from '../../errors/wf-error.ts';
import type { Session } from '../session/session.ts';
import { failed, type Finding, ok, skipped, warning } from './finding.ts';

/** Asks the service for its health, its clock, and whose key is sent. */
export async function checkService(openSession: () => Promise<Session>, now: () => Date): Promise<Finding[]> {
  try {
    const { client, mode } = await openSession();
    const startedAt = performance.now();
    const { headers } = await client.request({ method: 'GET', path: '/health' });
    const took = Math.round(performance.now() - startedAt);
    const where = mode === 'embedded' ? 'The service inside wf' : 'The service';
    const clock =
      mode === 'embedded' ? skipped('clock', 'The service runs on this machine.') : judgeClock(headers['date'], now());
    return [ok('service', `${where} answers in ${took} ms.`), await checkKey(client, mode), clock];
  } catch (error) {
    return [
      toFinding('service', error, 'wf config list'),
      ...['key', 'clock'].map((check) => skipped(check, 'No service.')),
    ];
  }
}

async function checkKey(client: Client, mode: Session['mode']): Promise<Finding> {
  if (mode === 'embedded') return skipped('key', 'The service inside wf needs none.');
  try {
    const { username, role } = await client.getProfile({});
    return ok('key', `The key belongs to ${username}${role ? `, ${role}` : ''}.`);
  } catch (error) {
    return toFinding('key', error, 'wf whoami');
  }
}

const TOLERATED_SECONDS = 60;

/** Compares the clocks: signatures, expiry and "3 minutes ago" all trust them. */
export function judgeClock(header: string | undefined, now: Date): Finding {
  const theirs = Date.parse(header ?? '');
  if (Number.isNaN(theirs)) return skipped('clock', 'The service does not tell its time.');
  const seconds = Math.round((now.getTime() - theirs) / 1000);
  if (Math.abs(seconds) <= TOLERATED_SECONDS) return ok('clock', 'This clock and the one of the service agree.');
  const side = seconds > 0 ? 'ahead of' : 'behind';
  return warning(
    'clock',
    `This clock is ${Math.abs(seconds)} s ${side} the one of the service.`,
    'Set the clock by NTP.',
  );
}

/**
 * Words what a check threw: the first line of the error's own words, and its first next step.
 *
 * @param repair - for an error that has none
 */
export function toFinding(check: string, error: unknown, repair: string): Finding {
  const message = error instanceof Error ? error.message : String(error);
  const [step = repair] = isWfError(error) ? error.nextSteps : [];
  return failed(check, message.split('\n', 1)[0] ?? message, step);
}
