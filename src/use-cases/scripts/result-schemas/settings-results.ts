import * as z from 'zod';
import { ERROR_CODES, type ErrorCode } from '../../../foundation/errors/wf-error.ts';
import type { SettingEntry } from '../../settings/manage-settings.ts';
import { Profile } from '../../../contract/keys/key.ts';
import type { TrustedFolder } from '../../../project/settings/trusted-folders.ts';
import { Finding } from '../../../contract/develop/finding.ts';
import type { ExplainedError } from '../../../foundation/errors/error-explanations.ts';

const SettingResult = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number()]).nullable(),
  origin: z.string(),
}) satisfies z.ZodType<SettingEntry>;

const ProfileResult = z.object({
  name: z.string(),
  in_use: z.boolean(),
  base_url: z.string().optional(),
  app: z.string().optional(),
  timeout: z.number().optional(),
  credential: z.string().optional(),
});

const TrustedFolderResult = z.object({ folder: z.string(), since: z.string() }) satisfies z.ZodType<TrustedFolder>;

const Identity = z.object({
  ...Profile.shape,
  /** `null`: the service inside this process. */
  base_url: z.string().nullable(),
  /** Source of the key; `null`: no key is needed. */
  key_from: z.string().nullable(),
  service: z.enum(['wf', 'other']),
  release: z.string().nullable(),
  extensions: z.object({ known: z.int(), lacking: z.array(z.string()) }),
});
export type Identity = z.infer<typeof Identity>;

const ExplanationResult = z.object({
  // The keys of the catalogue are its codes.
  code: z.enum(Object.keys(ERROR_CODES) as ErrorCode[]),
  exit_code: z.int(),
  status: z.int().nullable(),
  summary: z.string(),
  why: z.string(),
  remedies: z.array(z.string()),
}) satisfies z.ZodType<ExplainedError>;

const RemovedKey = z.object({ base_url: z.string(), removed_from: z.string() });

const CompletionResult = z.union([
  z.object({ shell: z.string(), script: z.string() }),
  z.array(z.object({ value: z.string(), description: z.string() })),
]);

/** Schemas of `--json` output: settings and identity. */
export const SETTINGS_RESULTS = {
  'config list': z.array(SettingResult),
  'config get': SettingResult,
  'config set': z.object({ name: z.string(), value: z.string().nullable(), profile: z.string() }),
  'profiles list': z.array(ProfileResult),
  'profiles add': ProfileResult,
  'profiles use': ProfileResult,
  'profiles remove': z.object({ name: z.string(), removed_keys: z.array(RemovedKey) }),
  trust: z.union([TrustedFolderResult, TrustedFolderResult.pick({ folder: true }), z.array(TrustedFolderResult)]),
  login: z.object({ ...Profile.shape, base_url: z.string(), stored_in: z.string() }),
  logout: RemovedKey,
  whoami: Identity,
  mcp: z.array(z.object({ name: z.string(), description: z.string(), writes: z.boolean() })),
  doctor: z.array(Finding),
  open: z.object({ url: z.string() }),
  autocomplete: CompletionResult,
  explain: z.union([ExplanationResult, z.array(ExplanationResult)]),
  /** A JSON Schema. */
  schema: z.record(z.string(), z.unknown()),
};
