import * as z from 'zod';
import { Trial } from '../../../contract/develop/trial.ts';
import { RouteAnswer, Manifest, RouteSchema } from '../../../contract/deployments/route-schema.ts';
import { BuildWarnings } from '../../../contract/develop/build-warning.ts';
import { TypeReport } from '../../../contract/develop/type-report.ts';
import type { DeepReadonly } from '../../../foundation/record.ts';
import {
  ArchiveReport,
  Backup,
  CheckedBackup,
  ImportReport,
  MovedData,
  Restored,
} from '../../../contract/archives/archive-results.ts';
import { RouteReplay } from '../../../contract/develop/replay-result.ts';
import { PACKAGE_MANAGERS } from '../../scaffold/package-manager.ts';
import { DeployResult, RegisterResult } from '../../../contract/develop/deploy-result.ts';

/** Of `--into`. */
const JoinResult = z.object({
  dir: z.string(),
  app: z.string(),
  entry: z.string(),
  wf: z.string(),
  package_manager: z.enum(PACKAGE_MANAGERS),
  /** False for a plan. */
  joined: z.boolean(),
  files: z.array(z.string()),
  additions: z.array(z.object({ section: z.enum(['scripts', 'dependencies']), name: z.string(), value: z.string() })),
  next_steps: z.array(z.string()),
});

const InitResult = z.object({
  dir: z.string(),
  template: z.string(),
  app: z.string(),
  wf: z.string(),
  package_manager: z.enum(PACKAGE_MANAGERS),
  git: z.boolean(),
  files: z.array(z.string()),
  next_steps: z.array(z.string()),
});

/** `null`: the project has no TypeScript, or `--no-check` was given. */
const types = TypeReport.nullable();

/** Of a run from source. */
const FromSource = { warnings: BuildWarnings.optional() };

const BuildResult = z.object({
  ...Manifest.shape,
  bundle: z.string(),
  size: z.int(),
  gzip_size: z.int(),
  types,
  warnings: BuildWarnings,
});

const GeneratedClient = z.object({
  app: z.string(),
  routes: z.array(z.object({ method: z.string(), path: z.string() })),
  source: z.string(),
});
export type GeneratedClient = DeepReadonly<z.infer<typeof GeneratedClient>>;

const RotatedSecret = z.object({
  /** Fingerprint of the key that seals from now on. */
  key: z.string(),
  previous: z.string().nullable(),
  /** Where the new key was written; `null`: it was given. */
  file: z.string().nullable(),
  resealed: z.int(),
  unopened: z.int(),
});
export type RotatedSecret = DeepReadonly<z.infer<typeof RotatedSecret>>;

const Served = z.object({ url: z.string(), page_url: z.string(), key_file: z.string() });

const Working = z.object({ concurrency: z.int(), url: z.string().nullable() });

/** Schemas of `--json` output: projects. */
export const PROJECT_RESULTS = {
  init: z.union([InitResult, JoinResult]),
  build: BuildResult,
  routes: z.array(RouteSchema),
  run: z.union([RouteAnswer.extend(FromSource), Trial.extend(FromSource)]),
  replay: RouteReplay,
  client: GeneratedClient.extend({ file: z.string().nullable() }),
  deploy: z.union([DeployResult.extend({ types }), RegisterResult.extend({ types })]),
  dev: Served,
  serve: z.union([Served.extend({ page_url_file: z.string().nullable() }), z.object({ schema: z.int() })]),
  worker: Working,
  move: MovedData,
  backup: z.union([Backup, CheckedBackup]),
  export: ArchiveReport,
  import: ImportReport,
  restore: Restored,
  'keys rotate-secret': RotatedSecret,
  /** The service's answer, unchanged. */
  api: z.unknown(),
};
