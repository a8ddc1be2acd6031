/** A package that a bundle imports instead of containing it. */
export interface ExternalPackage {
  readonly name: string;
  /** Whether its install script runs where it is installed. */
  readonly scripts: boolean;
}

/** What the project's file says about packages. */
export interface PackageRules {
  readonly external: readonly ExternalPackage[];
  /** Names of packages that are bundled although they look native. */
  readonly bundled: readonly string[];
}

export const NO_PACKAGE_RULES: PackageRules = { external: [], bundled: [] };
