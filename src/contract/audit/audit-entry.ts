import * as z from 'zod';
import { endpointsOf, Paging } from '../endpoint/endpoint.ts';
import { Instant } from '../validation/instant.ts';
import { AUDIT_TAIL } from '../../foundation/sizes.ts';
import { AppChanges } from './app-changes.ts';

/** Kinds of records whose changes are logged. */
export const RECORD_KINDS = [
  'app',
  'artifact',
  'deployment',
  'environment',
  'evaluation',
  'evaluator',
  'human evaluation',
  'import',
  'key',
  'organization',
  'secret',
  'service',
  'testset',
  'trace',
  'variable',
  'variant',
  'voter',
  'webhook',
  'workspace',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Most entries of one export: marking them holds up other changes. */
export const MAX_EXPORTED = 5000;

/** One change: author, time, endpoint and record. Entries are never changed, and deleted only after their export. @source ours */
export const AuditEntry = z.object({
  id: z.string(),
  created_at: z.string(),
  /** The `X-Request-Id` of the response; `wf` for a change that the service made on its own. */
  request_id: z.string(),
  /** Name of the key at that time. */
  key_name: z.string(),
  role: z.string(),
  /** Name of the endpoint, as in `deployToEnvironment`. */
  action: z.string(),
  /** Kind of the changed record, as in `environment`. */
  kind: z.string(),
  record: z.string().nullable(),
  name: z.string().nullable(),
  app: z.string().nullable(),
  /** State before and after the change: ids of revisions where the record has them. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  summary: z.string().nullable(),
  /** Name of the environment that it is about: what it runs, its protection, its variables, code deployed to it. */
  environment: z.string().nullable().optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** An export of the oldest entries that no export contains, up to one of them. @source ours */
export const ExportAuditLog = z.strictObject({
  /** Id of the last entry. */
  last_id: z.string(),
  entries: z.int().min(1).max(MAX_EXPORTED),
  /** Hash of the lines, one JSON document per entry. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Input should be a SHA-256 hash in hex'),
});
export type ExportAuditLog = z.infer<typeof ExportAuditLog>;

/** A noted export. @source ours */
export const AuditExport = z.object({
  id: z.string(),
  last_id: z.string(),
  entries: z.int(),
  sha256: z.string(),
  created_at: z.string(),
});
export type AuditExport = z.infer<typeof AuditExport>;

const endpoint = endpointsOf({ tag: 'audit', source: 'wf' });

export const auditEndpoints = {
  listAuditEntries: endpoint('GET /audit-log', {
    summary: 'List who changed what, oldest first',
    role: 'auditor',
    reach: 'its apps',
    query: Paging.extend({
      app_id: z.string().optional(),
      /** Only changes since this time. */
      since: Instant.optional(),
      /** Only changes before this time. */
      until: Instant.optional(),
      /** Only changes of this kind of record. */
      kind: z.enum(RECORD_KINDS).optional(),
      /** Only changes by keys of this name. */
      key_name: z.string().optional(),
      /** Only changes of the environment with this name, in any app: what it runs, its protection, its variables, its code. */
      environment: z.string().optional(),
      /** Only entries that no export contains. */
      unexported: z.enum(['true']).optional(),
      /** Only the last entries, up to this number. */
      tail: z.coerce.number().int().min(1).max(AUDIT_TAIL.most).optional(),
    }),
    response: z.array(AuditEntry),
  }),
  watchApp: endpoint('GET /apps/{app_id}/changes', {
    summary: 'Tell which records of an app change; with Accept: text/event-stream, follow them',
    reach: { app: 'app_id' },
    response: AppChanges,
  }),
  exportAuditLog: endpoint('POST /audit-log/exports', {
    summary: 'Note that entries of the audit log were exported; only those may be pruned',
    role: 'operator',
    reach: 'all apps',
    body: ExportAuditLog,
    response: AuditExport,
  }),
};

/** The fields of an export. A client of another release writes these bytes as well: a field that came later is none of them. */
const ExportedEntry = AuditEntry.omit({ environment: true });

/** Writes an entry as a line of an export. Service and client must write the same bytes, whose hash both compute. */
export function toAuditLine(entry: AuditEntry): string {
  return `${JSON.stringify(ExportedEntry.parse(entry))}\n`;
}

/** Changes to select; what is left out selects all. */
export interface ChangeFilter {
  /** RFC 3339, in any time zone. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly kind?: RecordKind | undefined;
  readonly key_name?: string | undefined;
  readonly environment?: string | undefined;
}

/** Returns whether a filter selects an entry, as the SQL of a service does. */
export function isSelected(entry: AuditEntry, { since, until, kind, key_name, environment }: ChangeFilter): boolean {
  const time = Date.parse(entry.created_at);
  if (since !== undefined && time < Date.parse(since)) return false;
  if (until !== undefined && time >= Date.parse(until)) return false;
  if (kind !== undefined && entry.kind !== kind) return false;
  if (key_name !== undefined && entry.key_name !== key_name) return false;
  return environment === undefined || environmentOf(entry) === environment;
}

/** An older service tells only the environments themselves. */
function environmentOf({ kind, name, environment }: AuditEntry): string | null {
  return environment === undefined && kind === 'environment' ? name : (environment ?? null);
}
