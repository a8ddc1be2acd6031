import { isDeepStrictEqual } from 'node:util';
import { findViolations } from '../check-parameters.ts';
import type { Compatibility, MigratedRevision, ParameterBreak } from '../deployment.ts';
import { findBreaks, type FindBreaksOptions, type StoredConfiguration } from './find-breaks.ts';
import { migrateParameters, parseMigration } from './migrate-parameters.ts';

/** A variant's whole history, oldest first. */
export interface VariantHistory {
  readonly variant_id: string;
  readonly variant_name: string;
  readonly revisions: readonly Pick<StoredConfiguration, 'revision' | 'parameters'>[];
}

export interface CheckCompatibilityOptions extends FindBreaksOptions {
  /** Configurations that environments run, and the newest revision of each variant. */
  readonly configurations: readonly StoredConfiguration[];
  readonly histories: readonly VariantHistory[];
  /** Applied only to configurations that the new code rejects. */
  readonly migrations: readonly string[];
}

/**
 * Finds what the new code would break, after migrations.
 *
 * A variant's newest revision stays the newest: it is migrated last, or copied after the migrated older ones.
 * Environments that run the same revision share the migrated one, and an earlier identical revision is reused.
 *
 * @param options - old and new routes, stored configurations, histories of variants and migrations
 * @source design §6 (ours)
 */
export function checkCompatibility(options: CheckCompatibilityOptions): Compatibility {
  const steps = options.migrations.map(parseMigration);
  const breaks: ParameterBreak[] = [];
  const used = new Set<number>();
  const migrated = createMigratedRevisions(options.histories);
  for (const configuration of oldestFirst(options.configurations)) {
    const broken = findBreaks(configuration, options);
    if (broken.length === 0) continue;
    const attempt = migrateParameters(configuration.parameters, steps, options.next);
    for (const index of attempt.used) used.add(index);
    if (findViolations(options.next, attempt.parameters).length === 0) {
      migrated.add(configuration, attempt.parameters);
    } else {
      breaks.push(...findBreaks(configuration, options, attempt.parameters));
    }
  }
  return {
    is_breaking: breaks.some(({ severity }) => severity === 'fatal' || severity === 'breaking'),
    breaks,
    migrated: migrated.list(),
    unused_migrations: options.migrations.filter((_, index) => !used.has(index)),
  };
}

/**
 * Lists the breaks that reject a deployment. Breaking changes can be accepted, because the environment keeps running its
 * old code; fatal ones cannot, because the environment would run the new code at once.
 *
 * @param compatibility - the effect of the deployment on stored configurations
 * @param isAccepted - whether the user accepts breaking changes
 * @returns an empty list if the deployment is allowed
 */
export function rejectedBreaks({ breaks }: Pick<Compatibility, 'breaks'>, isAccepted: boolean): ParameterBreak[] {
  return breaks.filter(({ severity }) => severity === 'fatal' || (severity === 'breaking' && !isAccepted));
}

function oldestFirst(configurations: readonly StoredConfiguration[]): StoredConfiguration[] {
  return configurations.toSorted((a, b) => a.revision - b.revision);
}

interface MigratedRevisions {
  add(configuration: StoredConfiguration, after: MigratedRevision['after']): void;
  list(): MigratedRevision[];
}

function createMigratedRevisions(histories: readonly VariantHistory[]): MigratedRevisions {
  const made = new Map<string, MigratedRevision>();
  return {
    add: ({ environment, variant_id, variant_name, revision, parameters }, after) => {
      const key = `${variant_id}@${revision}`;
      const known = made.get(key);
      const environments = environment === null ? [] : [environment];
      if (known !== undefined) {
        made.set(key, { ...known, environments: [...known.environments, ...environments] });
        return;
      }
      const history = histories.find((one) => one.variant_id === variant_id)?.revisions ?? [];
      const siblings = [...made.values()].filter((one) => one.variant_id === variant_id);
      const target = targetOf(history, siblings, { revision, after });
      made.set(key, {
        variant_id,
        variant_name,
        from_revision: revision,
        ...target,
        environments,
        before: parameters,
        after,
      });
    },
    list: () => [...made.values(), ...histories.flatMap((history) => repeatNewest(history, [...made.values()]))],
  };
}

/** A migrated older revision must not become the variant's newest. */
function repeatNewest(
  { variant_id, variant_name, revisions }: VariantHistory,
  made: readonly MigratedRevision[],
): MigratedRevision[] {
  const own = made.filter((one) => one.variant_id === variant_id);
  const [newest, last] = [revisions.at(-1), own.findLast(({ is_new }) => is_new)];
  if (newest === undefined || last === undefined) return [];
  if (own.some(({ from_revision }) => from_revision === newest.revision)) return [];
  if (isDeepStrictEqual(last.after, newest.parameters)) return [];
  const [from_revision, to_revision] = [newest.revision, last.to_revision + 1];
  const parameters = { before: newest.parameters, after: newest.parameters };
  return [{ variant_id, variant_name, from_revision, to_revision, environments: [], is_new: true, ...parameters }];
}

/** Reuses a revision with the same parameters, unless the result must become the newest. */
function targetOf(
  history: VariantHistory['revisions'],
  siblings: readonly MigratedRevision[],
  { revision, after }: { readonly revision: number; readonly after: MigratedRevision['after'] },
): Pick<MigratedRevision, 'to_revision' | 'is_new'> {
  const newest = history.at(-1)?.revision ?? revision;
  const made = siblings.filter(({ is_new }) => is_new);
  const same = made.find((one) => isDeepStrictEqual(one.after, after)) ?? null;
  const isLast = (number: number) => number === newest + made.length;
  if (same !== null && (revision !== newest || isLast(same.to_revision))) {
    return { to_revision: same.to_revision, is_new: false };
  }
  const stored = history.findLast((one) => one.revision > revision && isDeepStrictEqual(one.parameters, after));
  if (stored !== undefined) return { to_revision: stored.revision, is_new: false };
  return { to_revision: newest + made.length + 1, is_new: true };
}
