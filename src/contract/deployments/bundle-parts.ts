import { BUNDLE_PARTS } from '../../foundation/sizes.ts';
import * as z from 'zod';

/** Most parts of a bundle. */
export const MAX_PARTS = BUNDLE_PARTS.most;

/** A step of a path that stays where it is: neither empty, `.` nor `..`. */
const STEP = String.raw`(?!\.{1,2}(?:/|$))[^/\\\0]+`;
const PATH = new RegExp(`^${STEP}(?:/${STEP})*$`);

/** A file of a bundle, stored under the hash of its content. @source design §6 (ours) */
export const BundlePart = z.strictObject({
  /** Where the file is in the bundle's folder. */
  // A longer path is not matched, which would take long.
  path: z
    .string()
    .max(1000, { abort: true })
    .regex(PATH, 'Write a relative path with forward slashes, without . and ..'),
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
 * @throws {SyntaxError} for one that is not JSON
 */
export function parsePartsDocument(bytes: Uint8Array): readonly BundlePart[] | null {
  if (!isPartsDocument(bytes)) return null;
  return BundleParts.parse(JSON.parse(new TextDecoder().decode(bytes))).parts;
}

/** Walks the paths in order, with those before that are their beginnings: listing all folders of deep paths takes seconds. */
function areInEachOthersWay(parts: readonly BundlePart[]): boolean {
  const beginnings: string[] = [];
  // Without a comparison of our own, texts are sorted by their code units, and fast.
  for (const path of parts.map((part) => part.path).toSorted()) {
    while (beginnings.length > 0 && !path.startsWith(beginnings.at(-1) ?? '')) beginnings.pop();
    if (beginnings.some(({ length }) => length === path.length || path[length] === '/')) return true;
    beginnings.push(path);
  }
  return false;
}

/** The list's path among the parts of a bundle. */
export const PACKAGES_PART = 'packages.json';

const NAME = String.raw`(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-zA-Z0-9._~-]*`;

/** Name of a package, never a path or an address. */
export const PackageName = z
  .string()
  .max(214)
  .regex(new RegExp(`^${NAME}$`), 'Write the name of a package, as in sharp or @img/colour');

/** An exact version. @source Semantic Versioning 2.0.0 */
const Version = z
  .string()
  .max(256)
  .regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/, 'Write an exact version');
const Folder = z
  .string()
  .max(2000)
  .regex(new RegExp(`^node_modules/${NAME}(?:/node_modules/${NAME})*$`));
const Words = z
  .array(
    z
      .string()
      .max(50)
      .regex(/^!?[a-z0-9_]+$/),
  )
  .max(50);

/** A package to install: from a registry, by name and exact version. */
const ListedPackage = z.strictObject({
  /** Its name in the registry, where its folder has another. */
  name: PackageName.optional(),
  version: Version,
  integrity: z
    .string()
    .max(1000)
    .regex(/^sha(?:256|384|512)-[A-Za-z0-9+/]+=*$/),
  dependencies: z.record(PackageName, Version).optional(),
  optionalDependencies: z.record(PackageName, Version).optional(),
  os: Words.optional(),
  cpu: Words.optional(),
  libc: Words.optional(),
  optional: z.boolean().optional(),
});

const IMPORTED = { external: z.array(PackageName).min(1).max(100), scripts: z.array(PackageName).max(100) };

/** Most packages that a bundle may need. */
const MAX_PACKAGES = 2000;

/**
 * Packages that a bundle imports instead of containing them, with all that they depend on. It names no address: what an
 * author wrote never decides where a service connects to.
 *
 * @source design §3, one program (ours)
 */
export const BundlePackages = z
  .strictObject({ format: z.literal(1), ...IMPORTED, packages: z.record(Folder, ListedPackage) })
  .refine(({ packages }) => Object.keys(packages).length <= MAX_PACKAGES, `At most ${MAX_PACKAGES} packages`)
  .refine(
    ({ external, packages }) => external.every((name) => Object.hasOwn(packages, `node_modules/${name}`)),
    'Each external package has a version',
  );
export type BundlePackages = z.infer<typeof BundlePackages>;

/** The packages that a bundle imports, by name: what a service allows or not. @source design §3, one program (ours) */
export const ImportedPackages = z.strictObject(IMPORTED);
export type ImportedPackages = z.infer<typeof ImportedPackages>;

/** Reads the list of a bundle's packages. @throws {z.ZodError} @throws {SyntaxError} for one that is not JSON */
export function parseBundlePackages(bytes: Uint8Array): BundlePackages {
  return BundlePackages.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

/** Writes the list: the same packages yield the same bytes. */
export function toPackagesDocument(list: object): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(list)}\n`);
}
