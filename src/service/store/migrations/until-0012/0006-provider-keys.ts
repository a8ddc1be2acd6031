import type { Migration } from '../migration.ts';

/** The keys of model providers that an evaluation was started with, sealed. */
export const providerKeys: Migration = {
  number: 6,
  name: 'provider-keys',
  statements: () => [`alter table evaluations add column provider_keys text`],
};
