/** Vitest's projects that `npm test` runs. */
export const EVERYDAY: readonly string[] = [
  'unit',
  'architecture',
  'conformance',
  'recorded',
  'property',
  'windows',
  'types',
];

/** The projects that `npm run test:all` adds, with what they test. */
export const LONGER: Readonly<Record<string, string>> = {
  e2e: 'the built program and its page, in terminals and a browser',
  postgres: 'the service on PostgreSQL: two replicas, workers, lost connections',
  faults: 'kills, full disks, hostile bundles and requests',
  kernel: 'the limits of control groups, in a kernel of their own',
};
