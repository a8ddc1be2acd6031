import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { toRecord } from '../../foundation/record.ts';
import type { AuditDefault, Change } from '../operation/change.ts';

/** Describes a write that recorded no change itself, by its request and answer, so that every write is logged. */
export function describeChange(
  { kind, verb }: AuditDefault,
  { params }: Pick<Endpoint, 'params'>,
  input: Readonly<Record<string, unknown>>,
  result: unknown,
): Change {
  const body = toRecord(input['body']);
  const answer = toRecord(result);
  const [param] = Object.keys(params.shape);
  return {
    kind,
    id: firstText(param === undefined ? undefined : input[param], answer['id']),
    name: firstText(body['name'], answer['name']),
    appId: firstText(input['app_id'], body['app_id'], answer['app_id']),
    summary: verb,
  };
}

function firstText(...values: readonly unknown[]): string | null {
  return values.find((value): value is string => typeof value === 'string') ?? null;
}
