/** Vitest's projects that `npm test` runs. */
export const EVERYDAY: readonly string[] = [
  'types',
  'unit',
  'property',
  'windows',
  'architecture',
  'conformance',
  'recorded',
];

/** The projects that `npm run test:all` adds, with what they test. */
export const LONGER: Readonly<Record<string, string>> = {
  postgres: 'the service on PostgreSQL: two replicas, workers, lost connections',
  e2e: 'the built program and its page, in terminals and a browser',
  faults: 'kills, full disks, hostile bundles and requests',
  kernel: 'the limits of control groups, in a kernel of their own',
};
