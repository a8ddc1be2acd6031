import type { App } from '../../contract/apps/app.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import type { EndpointInput } from '../../contract/endpoints.ts';
import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import type { Key } from '../../contract/keys/key.ts';
import { hasLabels, readSelector } from '../../contract/labels/label-rules.ts';
import type { ListRecord } from '../calls/paginate.ts';
import type { RecordFacts, SortValue } from './list-filter.ts';

/** Lists that services of wf filter and sort. */
export type FilteredListName = 'listAppVariants' | 'listEvaluations' | 'listTestsets';

/** What the client knows about a list that services of wf filter, so that it can filter it for others. */
export interface ListFacts<N extends FilteredListName> extends RecordFacts<ListRecord<N>> {
  /** Fields that services of wf sort by. */
  readonly serviceSorts: readonly string[];
  /** What each query parameter selects, as the SQL of a service does. */
  readonly conditions: {
    readonly [P in keyof EndpointInput<N>]?: (
      record: ListRecord<N>,
      wanted: NonNullable<EndpointInput<N>[P]>,
      running: EnvironmentOutput | null,
    ) => boolean;
  };
  /** Value of a field for conditions that no service knows; `undefined`: the record does not have the field. */
  readonly valueOf?: (record: ListRecord<N>, field: string) => unknown;
}

/** Returns whether a record meets the conditions of a request. */
export function isWanted<N extends FilteredListName>(
  { conditions }: ListFacts<N>,
  record: ListRecord<N>,
  input: Readonly<Record<string, unknown>>,
  running: EnvironmentOutput | null,
): boolean {
  // Each condition takes the value of the parameter that it is named after, which TypeScript cannot follow.
  const known = conditions as Readonly<Record<string, Condition<ListRecord<N>> | undefined>>;
  return Object.entries(input).every(
    ([name, wanted]) => wanted === undefined || (known[name]?.(record, wanted, running) ?? true),
  );
}

type Condition<Row> = (record: Row, wanted: unknown, running: EnvironmentOutput | null) => boolean;

interface Labelled {
  readonly labels?: Readonly<Record<string, string>> | null | undefined;
  readonly archived_at?: string | null | undefined;
}

const BY_LABELS = {
  label: ({ labels }: Labelled, wanted: readonly string[]) => hasLabels(labels, wanted.map(readSelector)),
  archived: ({ archived_at }: Labelled, wanted: 'true' | 'false') => (archived_at != null) === (wanted === 'true'),
};

const EVALUATIONS: RecordFacts<ListRecord<'listEvaluations'>> = {
  createdAt: ({ created_at }) => created_at,
  names: ({ variant_names, testset_name }) => [...variant_names, ...(testset_name == null ? [] : [testset_name])],
  fields: {
    created: ({ created_at }) => created_at,
    updated: ({ updated_at }) => updated_at,
    variant: ({ variant_names }) => variant_names.join(', '),
    testset: ({ testset_name }) => testset_name ?? null,
    status: ({ status }) => toSortValue(status.value),
    cost: ({ total_cost }) => toSortValue(total_cost?.value),
    latency: ({ average_latency }) => toSortValue(average_latency?.value),
  },
};

export const FILTERED_LISTS: { readonly [N in FilteredListName]: ListFacts<N> } = {
  listAppVariants: {
    createdAt: ({ created_at }) => created_at ?? null,
    names: ({ variant_name, config_name, base_name }) => [variant_name, config_name, base_name],
    fields: {
      created: ({ created_at }) => created_at ?? null,
      updated: ({ updated_at }) => updated_at ?? null,
      name: ({ variant_name }) => variant_name,
      base: ({ base_name }) => base_name,
      revision: ({ revision }) => revision,
    },
    serviceSorts: ['updated', 'name', 'base'],
    conditions: {
      ...BY_LABELS,
      base_name: ({ base_name }, wanted) => base_name === wanted,
      variant_name: ({ variant_name }, wanted) => variant_name === wanted,
      environment: ({ variant_id }, _, running) => variant_id === running?.deployed_app_variant_id,
    },
  },
  listTestsets: {
    createdAt: ({ created_at }) => created_at,
    names: ({ name }) => [name],
    fields: {
      created: ({ created_at }) => created_at,
      updated: ({ updated_at }) => updated_at,
      name: ({ name }) => name,
      rows: ({ rows }) => rows ?? null,
    },
    serviceSorts: ['updated', 'name'],
    conditions: { ...BY_LABELS, name: ({ name }, wanted) => name === wanted },
  },
  listEvaluations: {
    ...EVALUATIONS,
    serviceSorts: ['updated', 'variant', 'testset', 'status'],
    conditions: {
      ...BY_LABELS,
      status: ({ status }, wanted) => status.value === wanted,
      variant_name: ({ variant_names }, wanted) => variant_names.includes(wanted),
      revision: ({ revisions }, wanted) => revisions.includes(`${Number(wanted)}`),
      testset: ({ testset_name, testset_id }, wanted) => testset_name === wanted || testset_id === wanted,
      environment: ({ variant_revision_ids }, _, running) =>
        variant_revision_ids.includes(running?.deployed_app_variant_revision_id ?? ''),
    },
    valueOf: (record, field) => (EVALUATIONS.fields[field] ?? scoreOf(field))(record),
  },
};

/** Lists that are too short for any service to filter. */
export const SHORT_LISTS = {
  apps: {
    // Services list them in the order of their creation, and do not send its time.
    createdAt: () => null,
    names: ({ app_name }) => [app_name],
    fields: {
      created: () => null,
      updated: ({ updated_at }) => updated_at ?? null,
      name: ({ app_name }) => app_name,
    },
  } satisfies RecordFacts<App>,
  keys: {
    createdAt: ({ created_at }) => created_at,
    names: ({ name, prefix }) => [name, prefix],
    fields: {
      created: ({ created_at }) => created_at,
      name: ({ name }) => name,
      role: ({ role }) => role,
      used: ({ last_used_at }) => last_used_at ?? null,
      expires: ({ expires_at }) => expires_at,
    },
  } satisfies RecordFacts<Key>,
  humanEvaluations: {
    createdAt: ({ created_at }) => created_at,
    names: ({ variant_names, testset_name }) => [...variant_names, testset_name],
    fields: {
      created: ({ created_at }) => created_at,
      updated: ({ updated_at }) => updated_at,
      testset: ({ testset_name }) => testset_name,
      status: ({ status }) => status,
    },
  } satisfies RecordFacts<HumanEvaluation>,
};

/** The score of an evaluator, by its name or its key. */
function scoreOf(field: string) {
  return ({ aggregated_results }: ListRecord<'listEvaluations'>): unknown => {
    const score = aggregated_results.find(
      ({ evaluator_config: { name, evaluator_key } }) =>
        name === field || evaluator_key === field || evaluator_key === `auto_${field}`,
    );
    return score === undefined ? undefined : (score.result.value ?? null);
  };
}

function toSortValue(value: unknown): SortValue {
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}
