import type { Client } from '../../client/create-client.ts';
import { isWfError, messageOf } from '../../foundation/errors/wf-error.ts';
import { fieldOf } from '../../foundation/record.ts';
import type { Session } from '../session/session.ts';
import type { Finding } from '../../contract/develop/finding.ts';
import { describeKind, describeService, type ServiceDescription } from '../session/describe-service.ts';
import { isEndpointMissing } from '../../client/public/is-missing.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';

/** Checks the service's health, its clock and the current key. */
export async function checkService(openSession: () => Promise<Session>, now: () => Date): Promise<Finding[]> {
  try {
    const { client, mode } = await openSession();
    const startedAt = performance.now();
    const { headers, status } = await client.request({ method: 'GET', path: '/health', acceptErrors: true });
    if (status >= 400 && !LACKING.includes(status)) await client.getHealth({});
    const took = Math.round(performance.now() - startedAt);
    const where = mode === 'embedded' ? 'The embedded service' : 'The service';
    const clock =
      mode === 'embedded' ? skipped('clock', 'The service runs on this machine.') : judgeClock(headers['date'], now());
    const answers = `${where} answers in ${took} ms.`;
    const service =
      mode === 'embedded' ? ok('service', answers) : judgeKind(answers, status, await describeService(client));
    const isOurs = 'wf-version' in headers;
    return [(isOurs ? await findUnready(client) : null) ?? service, await checkKey(client, mode), clock];
  } catch (error) {
    return [
      toFinding('service', error, 'wf config list'),
      ...['key', 'clock'].map((check) => skipped(check, 'No service.')),
    ];
  }
}

/** Finds why the service is up but not ready, such as a missing sealing key; `null` when it is ready. */
async function findUnready(client: Client): Promise<Finding | null> {
  const { status, bytes } = await client.request({ method: 'GET', path: '/health/ready', acceptErrors: true });
  if (status !== 503) return null;
  return failed('service', readDetail(bytes) ?? 'The service is not ready.', 'wf explain WF_NOT_READY');
}

function readDetail(bytes: Uint8Array): string | null {
  // A proxy answers in its own words.
  const detail = fieldOf(parseJson(new TextDecoder().decode(bytes)), 'detail');
  return typeof detail === 'string' ? detail : null;
}

/** Statuses of a service without the endpoint. */
const LACKING = [404, 405, 501];

function judgeKind(answers: string, status: number, description: ServiceDescription): Finding {
  const kind = `${answers} It is ${describeKind(description)}.`;
  if (description.service === 'wf') {
    const isWhole = description.extensions.lacking.length === 0;
    return isWhole ? ok('service', kind) : warning('service', kind, 'Update the service.');
  }
  if (status < 400) return ok('service', kind);
  const message = `${answers} It has no GET /health: it is another service, or base_url is wrong.`;
  return warning('service', message, 'wf variants list --app ID');
}

async function checkKey(client: Client, mode: Session['mode']): Promise<Finding> {
  if (mode === 'embedded') return skipped('key', 'The embedded service needs no key.');
  try {
    const { username, role } = await client.getProfile({});
    return ok('key', `The key belongs to ${username}${role ? `, ${role}` : ''}.`);
  } catch (error) {
    if (isEndpointMissing(error)) return skipped('key', 'The service does not report whose key is sent.');
    return toFinding('key', error, 'wf whoami');
  }
}

const TOLERATED_SECONDS = 60;

/** Compares the clocks: signatures, expiry and "3 minutes ago" depend on them. */
export function judgeClock(header: string | undefined, now: Date): Finding {
  const theirs = Date.parse(header ?? '');
  if (Number.isNaN(theirs)) return skipped('clock', 'The service does not send its time.');
  const seconds = Math.round((now.getTime() - theirs) / 1000);
  if (Math.abs(seconds) <= TOLERATED_SECONDS) return ok('clock', "This machine's clock agrees with the service's.");
  const side = seconds > 0 ? 'ahead of' : 'behind';
  return warning(
    'clock',
    `This machine's clock is ${Math.abs(seconds)} s ${side} the service's.`,
    'Synchronise the clock with NTP.',
  );
}

/**
 * Converts an error of a check to a finding: the first line of its message and its first next step.
 *
 * @param repair - repair for an error without next steps
 */
export function toFinding(check: string, error: unknown, repair: string): Finding {
  const message = messageOf(error);
  const [step = repair] = isWfError(error) ? error.nextSteps : [];
  return failed(check, message.split('\n', 1)[0] ?? message, step);
}

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message, repair: null };
}

export function skipped(check: string, message: string): Finding {
  return { check, status: 'skipped', message, repair: null };
}

export function warning(check: string, message: string, repair: string): Finding {
  return { check, status: 'warning', message, repair };
}

export function failed(check: string, message: string, repair: string): Finding {
  return { check, status: 'failed', message, repair };
}
