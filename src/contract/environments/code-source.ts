import * as z from 'zod';

/**
 * The commit that deployed code was built from, as the deployer's machine read it. No address of a repository.
 *
 * @source ours
 */
export const CodeSource = z.object({
  /** The whole hash, by SHA-1 or SHA-256. */
  commit: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'A commit is 40 or 64 lower-case hexadecimal digits'),
  /** `null`: no branch was checked out, and CI named none. */
  branch: z
    .string()
    .min(1)
    .max(255)
    .refine((name) => !/[\p{C}\s]/u.test(name), 'A branch has no spaces and no control or format characters')
    .nullable(),
  /** Whether files of the project, or of the bundle, differed from the commit. `null`: unknown. */
  dirty: z.boolean().nullable(),
});
export type CodeSource = z.infer<typeof CodeSource>;

/** Number of the first migration that stores sources: services that know only older ones refuse the field. */
export const SOURCE_SCHEMA = 11;
