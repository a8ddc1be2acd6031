import * as z from 'zod';
import { PackageName } from '../deployments/bundle-parts.ts';
import { isOwnVariable } from '../../foundation/steering-variable.ts';
import { APP_NAME, APP_NAME_RULE } from '../validation/name-rule.ts';
import { VariableRule } from '../evaluations/variable-rule.ts';

/** The name of a package, never a path; `!` in front keeps it in the bundle. */
const EXTERNAL = /^!?(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-zA-Z0-9._~-]*$/;
const NO_NAME = 'Write the name of a package, as in sharp or @img/colour';

/** Any but those of code, which has one meaning. */
const EXTENSION = /^\.(?!(?:[cm]?[jt]sx?|json|wasm|node)$)[\w-]+$/;
const NO_EXTENSION = 'Write an extension with its dot that is not one of code, as in .mustache';

/** Contents of a project file (`wf.config.*`, `.wfrc*`, `package.json#wf`). @source design §2, settings and project */
export const ProjectConfig = z.strictObject({
  /** Name of the app that the project deploys to. */
  app: z
    .string()
    .normalize('NFC')
    .refine((name) => APP_NAME.test(name), APP_NAME_RULE)
    .optional(),
  /** The module whose exports are the routes, relative to the project file. */
  entry: z.string().min(1).optional(),
  /** Patterns of files that the bundle carries, relative to the project file, as in `src/prompts/**`. */
  files: z.array(z.string().min(1)).max(1000).optional(),
  /** How files of an extension are imported, as `{ '.mustache': 'text' }`. */
  loaders: z
    .record(z.string(), z.enum(['text', 'bytes', 'json']))
    .refine((loaders) => Object.keys(loaders).every((extension) => EXTENSION.test(extension)), NO_EXTENSION)
    .optional(),
  /**
   * Packages that the bundle imports instead of containing them, as `sharp`; with `scripts`, their install scripts run. `!name`
   * is bundled although it looks native.
   */
  external: z
    .array(
      z.union([
        z.string().regex(EXTERNAL, NO_NAME),
        z.strictObject({ name: PackageName, scripts: z.boolean().optional() }),
      ]),
    )
    .max(100)
    .optional(),
  /** Name of the base (the code) that a deploy binds its bundle to. */
  base: z.string().min(1).optional(),
  /** Name of the variant that the first deploy creates. */
  variant: z.string().min(1).optional(),
  /** URL of the service; without it, commands use the embedded service. */
  base_url: z.url().optional(),
  /** Profile to use. */
  profile: z.string().min(1).optional(),
  /** Time limit of one request, in seconds. */
  timeout: z.number().positive().optional(),
  /** Time limit of one call of a route, in seconds. */
  call_timeout: z.number().positive().optional(),
  /**
   * Environment variables that the workflow takes from the shell, in folders that the user trusts. All others have what the
   * project's `.env` writes.
   */
  env: z
    .array(
      z
        .string()
        .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'Write the name of an environment variable, as in OPENAI_API_KEY')
        .refine((name) => !isOwnVariable(name), 'Variables of wf never reach a workflow'),
    )
    .max(100)
    .optional(),
  /** Environment variables that determine outputs although their names look like credentials, and others that do not. */
  variables: VariableRule.optional(),
});
export type ProjectConfig = z.infer<typeof ProjectConfig>;
