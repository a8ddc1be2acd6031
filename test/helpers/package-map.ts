/** A package as Yarn's Plug'n'Play lists it, with a folder relative to the map's. */
export interface MappedPackage {
  readonly name: string;
  readonly folder: string;
  readonly dependencies: readonly string[];
}

/** Returns the files of a map of packages. The first package is the project around all others. */
export function packageMap(packages: readonly MappedPackage[]): Record<string, string> {
  const [home] = packages;
  const described = packages.map(({ name, folder, dependencies }) => ({
    name,
    information: {
      packageLocation: folder,
      packageDependencies: dependencies.map((dependency) => [dependency, '1.0.0']),
      linkType: 'SOFT',
    },
  }));
  const data = {
    dependencyTreeRoots: [{ name: home?.name, reference: '1.0.0' }],
    enableTopLevelFallback: true,
    ignorePatternData: null,
    fallbackExclusionList: [],
    fallbackPool: [],
    packageRegistryData: [
      [null, [[null, described[0]?.information]]],
      ...described.map(({ name, information }) => [name, [['1.0.0', information]]]),
    ],
  };
  return { '.pnp.cjs': '', '.pnp.data.json': JSON.stringify(data, null, 2) };
}
