import * as z from 'zod';
import { BUILD_WARNINGS, type BuildWarning as Warning, type BuildWarningCode } from '../../foundation/build-warning.ts';

// The keys of the table are its codes.
const CODES = Object.keys(BUILD_WARNINGS) as BuildWarningCode[];

/** What a build found that does not fail it. */
export const BuildWarning = z.object({
  code: z.enum(CODES),
  /** One sentence, without the position. */
  message: z.string(),
  /** Path relative to the project, with forward slashes; `null`: it concerns no file. */
  file: z.string().nullable(),
  /** 1-based. */
  line: z.int().nullable(),
  /** The package that it concerns; `null`: none. */
  package: z.string().nullable(),
}) satisfies z.ZodType<Warning>;

export const BuildWarnings = z.array(BuildWarning).readonly();
