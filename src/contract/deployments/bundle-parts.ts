import * as z from 'zod';

/** Most parts of a bundle. */
export const MAX_PARTS = 10_000;

/** A step of a path that stays where it is: neither empty, `.` nor `..`. */
const STEP = String.raw`(?!\.{1,2}(?:/|$))[^/\\\0]+`;
const PATH = new RegExp(`^${STEP}(?:/${STEP})*$`);

/** A file of a bundle, stored under the hash of its content. @source design §6 (ours) */
export const BundlePart = z.strictObject({
  /** Where the file is in the bundle's folder. */
  path: z.string().max(1000).regex(PATH, 'Write a relative path with forward slashes, without . and ..'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.int().min(0),
});
export type BundlePart = z.infer<typeof BundlePart>;

/** The code's path among the parts of a bundle. */
export const CODE_PART = 'workflow.mjs';

/**
 * A bundle that carries files: it lists the code and the files, which are stored by content, so that an unchanged one is
 * never stored or sent twice. Its own hash covers all of them. A bundle without files is its code alone.
 *
 * @source design §6 (ours)
 */
export const BundleParts = z
  .strictObject({
    wf: z.literal('parts'),
    format: z.literal(1),
    parts: z.array(BundlePart).min(1).max(MAX_PARTS),
  })
  .refine(({ parts }) => parts.some(({ path }) => path === CODE_PART), `One part is ${CODE_PART}`)
  .refine(({ parts }) => !areInEachOthersWay(parts), 'Two parts have the same path, or one is a folder of another');
export type BundleParts = z.infer<typeof BundleParts>;

/** No module of JavaScript begins so. */
const START = '{"wf":"parts",';

/** Writes the list of a bundle's parts: the same parts yield the same bytes. */
export function toPartsDocument(parts: readonly BundlePart[]): Uint8Array {
  const sorted = parts.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const written = sorted.map(({ path, sha256, size }) => ({ path, sha256, size }));
  return new TextEncoder().encode(`${JSON.stringify({ wf: 'parts', format: 1, parts: written })}\n`);
}

/** Returns whether a stored bundle is a list of parts, rather than code. */
export function isPartsDocument(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, START.length)) === START;
}

/**
 * Reads the list of a bundle's parts.
 *
 * @returns `null` for a bundle that is code
 * @throws {z.ZodError} for a list that is invalid
 * @throws {SyntaxError} for one that is no JSON
 */
export function parsePartsDocument(bytes: Uint8Array): readonly BundlePart[] | null {
  if (!isPartsDocument(bytes)) return null;
  return BundleParts.parse(JSON.parse(new TextDecoder().decode(bytes))).parts;
}

function areInEachOthersWay(parts: readonly BundlePart[]): boolean {
  const paths = new Set(parts.map(({ path }) => path));
  if (paths.size < parts.length) return true;
  return parts.some(({ path }) => foldersOf(path).some((folder) => paths.has(folder)));
}

function foldersOf(path: string): string[] {
  const steps = path.split('/').slice(0, -1);
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}
