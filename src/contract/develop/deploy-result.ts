import * as z from 'zod';
import type { DeepReadonly } from '../../foundation/record.ts';
import type { BuildWarning as Warning } from '../../foundation/build-warning.ts';
import { BuildWarnings } from './build-warning.ts';
import type { TypeReport } from './type-report.ts';
import { Compatibility, CreatedDeployment, RouteChange } from '../deployments/deployment.ts';
import { RouteSchema } from '../deployments/route-schema.ts';
import { AppVariantResponse } from '../variants/variant.ts';

/** A change of a field's sharing, and the variants that it concerns. */
const StoredSharing = z.object({
  field: z.string(),
  kind: z.enum(['split', 'joined']),
  routes: z.array(z.string()),
  /**
   * Variants, as `formal@3`, that store a value of the other kind: one for all routes of a field that is split, or one for
   * a single route of a field that is joined. It keeps its meaning.
   */
  stored_by: z.array(z.string()),
});
export type StoredSharing = z.infer<typeof StoredSharing>;

/** What `wf deploy --json` prints, but for the types. */
export const DeployResult = z.object({
  app: z.object({ id: z.string().nullable(), name: z.string(), created: z.boolean() }),
  sha256: z.string(),
  size: z.int(),
  gzip_size: z.int(),
  routes: z.array(RouteSchema),
  changes: z.array(RouteChange),
  /** Fields that become one for each route, or one for all of them. */
  sharing: z.array(StoredSharing),
  /** Variables whose values are uploaded, because the schemas contain them, as in a default. */
  variables: z.array(z.string()),
  compatibility: Compatibility,
  warnings: BuildWarnings,
  /** `null` for a plan. */
  deployment: CreatedDeployment.omit({ compatibility: true }).nullable(),
});
export type DeployResult = z.infer<typeof DeployResult>;

/** What `wf deploy --url --json` prints at a service of others, but for the types. */
export const RegisterResult = z.object({
  app: DeployResult.shape.app,
  /** `null`: a plan of the first registration. */
  variant: AppVariantResponse.nullable(),
  url: z.string(),
  /** `null`: it was not registered, or the service does not say where. */
  url_before: z.string().nullable(),
  /** The key in the address, whose value is masked; `null`: no key was needed, or the address has one already. */
  key: z
    .object({
      name: z.string(),
      /** Base URL of the service that hosts the workflow. */
      service: z.string(),
      /** `null`: a plan creates none. */
      prefix: z.string().nullable(),
    })
    .nullable(),
  sha256: z.string(),
  routes: z.array(RouteSchema),
  changed: z.boolean(),
  warnings: BuildWarnings,
});
export type RegisterResult = z.infer<typeof RegisterResult>;

export type BuildEvent =
  | { readonly type: 'bundle-start'; readonly entry: string }
  | { readonly type: 'bundle-end'; readonly sha256: string; readonly size: number; readonly gzip_size: number }
  | { readonly type: 'packages-install'; readonly packages: readonly string[] }
  | { readonly type: 'routes-read'; readonly routes: readonly string[] }
  /** For programs; users get the text. */
  | ({ readonly type: 'warning-found' } & Warning)
  /** For programs; users get the text. */
  | ({ readonly type: 'types-check' } & TypeReport);

export type UploadEvent =
  | { readonly type: 'upload-start'; readonly size: number; readonly parts: number }
  | { readonly type: 'upload-end' }
  | { readonly type: 'upload-skip'; readonly sha256: string };

export type DeployEvent =
  | BuildEvent
  /** Before anything is uploaded. */
  | { readonly type: 'variables-found'; readonly variables: readonly string[] }
  | { readonly type: 'routes-compare'; readonly changes: readonly RouteChange[] }
  | { readonly type: 'configurations-check'; readonly compatibility: DeepReadonly<Compatibility> }
  | { readonly type: 'address-check'; readonly url: string }
  | UploadEvent;
