import * as z from 'zod';
import { Parameters } from '../variants/variant.ts';

/** A JSON Schema (2020-12) as plain data. */
export const JsonSchema = z.record(z.string(), z.unknown());
export type JsonSchema = z.infer<typeof JsonSchema>;

/**
 * Inputs, configuration and output of a route.
 *
 * @source seed §2.9, design §6 (ours)
 * @remarks Each property of `config` carries `default` and `x-parameter`: text, bool, int, float, choice or
 * grouped_choice (facts §4.6), or with `x-wf` one of ours: chat_messages, tools or output_schema (design §3). A grouped
 * choice also carries `choices`, group name to list; ours carry `x-variables` or `x-tool-names` where they have limits.
 */
export const RouteSchema = z.object({
  /** Path with a leading slash; `/` is the entrypoint. */
  path: z.string(),
  /** Name of the route's export. */
  name: z.string(),
  config: JsonSchema.nullable(),
  input: JsonSchema.nullable(),
  output: JsonSchema.nullable(),
  defaults: Parameters,
});
export type RouteSchema = z.infer<typeof RouteSchema>;

/**
 * A project's own evaluators: their bundle, and the route that serves each. The route's configuration is the
 * evaluator's settings.
 *
 * @source design §7 (ours)
 */
export const EvaluatorCode = z.object({ artifact_sha256: z.string(), schemas: z.array(RouteSchema) });
export type EvaluatorCode = z.infer<typeof EvaluatorCode>;

/** A file that a bundle carries. @source design §6 (ours) */
export const BundledFile = z.object({
  /** Relative to the project; `_` stands for the folder above it. */
  path: z.string(),
  sha256: z.string(),
  size: z.int(),
});
export type BundledFile = z.infer<typeof BundledFile>;

/** Manifest that `wf build` writes next to a bundle. @source design §6 (ours) */
export const Manifest = z.object({
  format: z.literal(1),
  app: z.string(),
  /** Hash of the bundle: of its code, or, with files, of the list of its parts. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  sdk_version: z.string(),
  node_target: z.string(),
  routes: z.array(RouteSchema),
  evaluators: EvaluatorCode.optional(),
  /** Files that the bundle carries. */
  files: z.array(BundledFile).optional(),
  /** Packages that the bundle imports instead of containing them: name to version. */
  packages: z.record(z.string(), z.string()).optional(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Answer of a workflow's route. @source design §4, facts §4.3 */
export const RouteAnswer = z.object({
  version: z.string(),
  data: z.unknown(),
  content_type: z.string().nullable().optional(),
  tree: z.record(z.string(), z.unknown()).nullable().optional(),
  tree_id: z.string().nullable().optional(),
});
export type RouteAnswer = z.infer<typeof RouteAnswer>;
