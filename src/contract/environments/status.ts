import * as z from 'zod';
import { AuditEntry } from '../audit/audit-entry.ts';
import { CodeSource } from './code-source.ts';
import { endpointsOf, Paging } from '../endpoint/endpoint.ts';
import { Instant } from '../validation/instant.ts';

/** What an environment runs, since when and why. Fields are `null` while it runs nothing. @source ours */
export const EnvironmentStatus = z.object({
  name: z.string(),
  /** Of the environment. */
  revision: z.int().nullable(),
  deployed_variant_name: z.string().nullable(),
  deployed_variant_revision: z.int().nullable(),
  /** Id of the deployment that it is pinned to. */
  deployment: z.string().nullable(),
  /** SHA-256 of the bundle; `null`: code behind an address. */
  bundle: z.string().nullable(),
  /** The commit that the code was built from; `null`: unknown. */
  source: CodeSource.nullable().optional(),
  /** Since when it runs this revision. */
  created_at: z.string().nullable(),
  modified_by: z.string().nullable(),
  message: z.string().nullable(),
  /** The evaluations and gates that justified the revision; empty: it was deployed without a gate. */
  evaluation_ids: z.array(z.string()),
  gates: z.array(z.string()),
  /** What it ran at the time that was asked for, as `NAME@REVISION`; `null`: the same, or nothing. */
  ran_before: z.string().nullable(),
});
export type EnvironmentStatus = z.infer<typeof EnvironmentStatus>;

/** The newest failure that is stored. @source ours */
const LastFailure = z.object({
  /** `call`: a hosted call, from the log of the app; `evaluation`: one that failed, or has failed rows. */
  kind: z.enum(['call', 'evaluation']),
  at: z.string(),
  message: z.string(),
  /** Environment that the call named. */
  environment: z.string().nullable(),
  request_id: z.string().nullable(),
  evaluation_id: z.string().nullable(),
});
export type LastFailure = z.infer<typeof LastFailure>;

/** An app at a glance. @source ours */
export const AppStatus = z.object({
  app_id: z.string(),
  app_name: z.string(),
  environments: z.array(EnvironmentStatus),
  /** `null`: none is stored, or the caller may not read logs and has no failed evaluation. */
  last_failure: LastFailure.nullable(),
  /** Changes since the time that was asked for; `null`: the caller may not read the audit log. */
  changes: z
    .object({
      count: z.int(),
      /** The newest, up to five, newest first. */
      newest: z.array(AuditEntry),
    })
    .nullable(),
});
export type AppStatus = z.infer<typeof AppStatus>;

const endpoint = endpointsOf({ tag: 'environments', source: 'wf' });

export const statusEndpoints = {
  listStatus: endpoint('GET /status', {
    summary: 'List what the environments of the apps run, since when and why, the last failure, and recent changes',
    reach: 'its apps',
    query: Paging.extend({
      app_id: z.string().optional(),
      /** Changes since this time are listed. Default: a day ago. */
      since: Instant.optional(),
    }),
    response: z.array(AppStatus),
  }),
};
