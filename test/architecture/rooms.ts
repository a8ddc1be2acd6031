/** Which room may import which, type-only imports included. @source design §8 */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  commands: ['cli', 'use-cases', 'ui', 'contract', 'errors'],
  cli: ['ui', 'use-cases', 'client', 'project', 'contract', 'errors'],
  ui: ['contract', 'errors'],
  playground: ['contract'],
  'use-cases': ['client', 'bundler', 'runtime', 'service', 'evaluation', 'project', 'contract', 'errors'],
  runtime: ['sdk', 'http', 'client', 'contract', 'errors'],
  service: ['http', 'evaluation', 'contract', 'errors'],
  sdk: ['contract', 'errors'],
  evaluation: ['contract', 'errors'],
  client: ['contract', 'errors'],
  http: ['contract', 'errors'],
  bundler: ['errors'],
  project: ['contract', 'errors'],
  contract: ['errors'],
  errors: [],
};

/** Packages that stay behind one door, so that they can be replaced, and kept out of a start that does not need them. */
export const CONFINED: Readonly<Record<string, readonly string[]>> = {
  undici: ['client'],
  esbuild: ['bundler'],
  cosmiconfig: ['project'],
  ink: ['ui'],
  react: ['ui', 'playground'],
  'react-dom': ['playground'],
  kysely: ['service'],
  pg: ['service'],
  hono: ['http', 'runtime', 'service'],
  papaparse: ['evaluation'],
  'js-yaml': ['evaluation', 'bundler'],
  ajv: ['evaluation'],
  jsonata: ['evaluation'],
  'js-rouge': ['evaluation'],
  'tar-stream': ['use-cases'],
  '@oclif/core': ['cli', 'commands'],
};
