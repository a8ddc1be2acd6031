/**
 * Packages that a bundle imports instead of containing them, with all that they depend on. Each comes from a registry, by
 * name and exact version: a list cannot name an address.
 */
export interface PackageList {
  readonly format: 1;
  /** Names that the bundle imports. */
  readonly external: readonly string[];
  /** Names of packages whose install scripts must run. */
  readonly scripts: readonly string[];
  /** By folder, as in `node_modules/sharp`. */
  readonly packages: Readonly<Record<string, ListedPackage>>;
}

export interface ListedPackage {
  /** Its name in the registry, where its folder has another. */
  readonly name?: string | undefined;
  readonly version: string;
  /** Hash of the package's archive. @source W3C, Subresource Integrity */
  readonly integrity: string;
  /** Name to exact version. */
  readonly dependencies?: Readonly<Record<string, string>> | undefined;
  /** Name to exact version; those for other platforms are not installed. */
  readonly optionalDependencies?: Readonly<Record<string, string>> | undefined;
  readonly os?: readonly string[] | undefined;
  readonly cpu?: readonly string[] | undefined;
  readonly libc?: readonly string[] | undefined;
  /** Whether only optional dependencies lead to it. */
  readonly optional?: boolean | undefined;
}

/** A platform to install packages for, in npm's words. */
export interface PackagePlatform {
  readonly os: string;
  readonly cpu: string;
  readonly libc: string | null;
}

export function packageNameAt(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
