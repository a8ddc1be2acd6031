import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import type { Change } from '../operation/change.ts';

/**
 * Tells a change by what was asked and answered, for an operation that says nothing of its own: no write goes
 * unlogged because somebody forgot to log it.
 */
export function describeChange(
  action: string,
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  result: unknown,
): Change {
  const body = toRecord(input['body']);
  const answer = toRecord(result);
  const [param] = Object.keys(endpoint.params.shape);
  return {
    kind: endpoint.tag.replace(/s$/, ''),
    id: firstText(param === undefined ? undefined : input[param], answer['id'], answer['app_id'], ...listIn(body)),
    name: firstText(body['name'], body['app_name'], answer['name']),
    appId: firstText(input['app_id'], body['app_id'], answer['app_id']),
    summary: VERBS[/^[a-z]+/.exec(action)?.[0] ?? ''] ?? null,
  };
}

/** What an endpoint's name begins with, as something that was done. */
const VERBS: Readonly<Record<string, string>> = {
  create: 'made',
  add: 'added',
  open: 'begun',
  finish: 'finished',
  put: 'stored',
  update: 'changed',
  set: 'set',
  delete: 'deleted',
  cancel: 'cancelled',
  resume: 'resumed',
};

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Several records deleted at once are named in the body. */
function listIn(body: Readonly<Record<string, unknown>>): unknown[] {
  const ids = Object.entries(body).find(([name, value]) => name.endsWith('_ids') && Array.isArray(value))?.[1];
  return Array.isArray(ids) && ids.length > 0 ? [ids.join(' ')] : [];
}

function firstText(...values: readonly unknown[]): string | null {
  return values.find((value): value is string => typeof value === 'string') ?? null;
}
