import * as z from 'zod';

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
  .strictObject({
    format: z.literal(1),
    ...IMPORTED,
    packages: z.record(Folder, ListedPackage),
  })
  .refine(({ packages }) => Object.keys(packages).length <= MAX_PACKAGES, `At most ${MAX_PACKAGES} packages`)
  .refine(
    ({ external, packages }) => external.every((name) => Object.hasOwn(packages, `node_modules/${name}`)),
    'Each external package has a version',
  );
export type BundlePackages = z.infer<typeof BundlePackages>;

/** The packages that a bundle imports, by name: what a service allows or not. @source design §3, one program (ours) */
export const ImportedPackages = z.strictObject(IMPORTED);
export type ImportedPackages = z.infer<typeof ImportedPackages>;

/** Reads the list of a bundle's packages. @throws {z.ZodError} @throws {SyntaxError} for one that is no JSON */
export function parseBundlePackages(bytes: Uint8Array): BundlePackages {
  return BundlePackages.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

/** Writes the list: the same packages yield the same bytes. */
export function toPackagesDocument(list: object): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(list)}\n`);
}
