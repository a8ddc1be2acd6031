import type { App } from '../../contract/apps/app.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import type { EndpointInput } from '../../contract/endpoints.ts';
import { isStoredAs } from '../../contract/evaluators/stored-name.ts';
import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import type { Key } from '../../contract/keys/key.ts';
import type { Webhook } from '../../contract/webhooks/webhook.ts';
import { hasLabels, readSelector } from '../../contract/labels/label-rules.ts';
import type { ListRecord } from '../calls/paginate.ts';

/** How a list is filtered, sorted and limited. */
export interface ListFilter {
  /** RFC 3339 in UTC; `null`: any. */
  readonly since: string | null;
  readonly until: string | null;
  /** Text in a name; `null`: any. */
  readonly search: string | null;
  /** Field to sort by; `null`: by creation. */
  readonly sort: string | null;
  readonly isDescending: boolean;
  /** `null`: all. */
  readonly limit: number | null;
}

/** A filter that leaves out nothing. */
export const ALL: ListFilter = { since: null, until: null, search: null, sort: null, isDescending: false, limit: null };

/** A filtered list. What was left out is known once all records have been read. */
export interface FilteredList<Row> {
  readonly records: AsyncIterable<Row>;
  /** Whether records were left out for any other reason than a limit. */
  readonly isFiltered: boolean;
  readonly outcome: () => FilterOutcome;
}

export interface FilterOutcome {
  readonly shown: number;
  /** Number of records that match; `null`: more than are shown, nobody counted them. */
  readonly total: number | null;
  /** Number of records read, if they were to be filtered or sorted and the service did not; otherwise `null`. */
  readonly readHere: number | null;
}

export type SortValue = string | number | null;

/** What the client knows about the records of a list, to filter and sort them. */
export interface RecordFacts<Row> {
  /** Time of creation, RFC 3339; `null`: the record has none. */
  readonly createdAt: (record: Row) => string | null;
  /** Names that `search` looks in. */
  readonly names: (record: Row) => readonly string[];
  /** Values to sort by, by their names. */
  readonly fields: Readonly<Record<string, (record: Row) => SortValue>>;
}

/** A record, and its index in the list that it came from. */
export interface Indexed<Row> {
  readonly record: Row;
  readonly index: number;
}

export type Order<Row> = (one: Indexed<Row>, other: Indexed<Row>) => number;

/** Returns whether a filter leaves out records for any other reason than its limit. */
export function isFiltering({ since, until, search }: ListFilter): boolean {
  return since !== null || until !== null || search !== null;
}

/** Returns whether a record is of the time and has the text that a filter asks for. */
export function isInFilter<Row>(
  record: Row,
  { createdAt, names }: RecordFacts<Row>,
  { since, until, search }: ListFilter,
): boolean {
  const time = since === null && until === null ? null : createdAt(record);
  if (since !== null && (time === null || !(Date.parse(time) >= Date.parse(since)))) return false;
  if (until !== null && (time === null || !(Date.parse(time) < Date.parse(until)))) return false;
  return search === null || names(record).some((name) => toLowerCase(name).includes(toLowerCase(search)));
}

/**
 * Returns the order of a list, as the SQL of a service has it: records with the same value are in the order of their
 * creation, or in the reverse one if the list is descending. Records without the value come last in both orders.
 */
export function orderOf<Row>({ fields, createdAt }: RecordFacts<Row>, { sort, isDescending }: ListFilter): Order<Row> {
  const valueOf = (sort === null ? undefined : fields[sort]) ?? createdAt;
  return (a, b) => {
    const [one, other] = [valueOf(a.record), valueOf(b.record)];
    const byIndex = isDescending ? b.index - a.index : a.index - b.index;
    if (one === other) return byIndex;
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const order =
      typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other));
    return (isDescending ? -order : order) || byIndex;
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** As the databases of the service fold case. */
function toLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Yields a list that was requested newest first. A service that ignores the order sends the oldest first: such a list is
 * reversed once it is complete.
 *
 * @param ageOf - a value that grows from the oldest record to the newest
 * @yields the records, the newest first
 */
export async function* newestFirst<Row>(
  records: AsyncIterable<Row>,
  ageOf: (record: Row) => string | number,
): AsyncGenerator<Row> {
  const held: Row[] = [];
  let isInOrder = false;
  const goesDown = ([first]: readonly Row[], last: Row) => first !== undefined && ageOf(last) < ageOf(first);
  for await (const record of records) {
    if (isInOrder) yield record;
    else held.push(record);
    if (held.length !== ENOUGH_TO_TELL) continue;
    isInOrder = goesDown(held, record);
    if (isInOrder) yield* held.splice(0);
  }
  const last = held.at(-1);
  if (last !== undefined) yield* goesDown(held, last) ? held : held.toReversed();
}

/** Records of one millisecond come in any order; more than this many in one are rare. */
const ENOUGH_TO_TELL = 50;

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
      route: ({ route }, wanted) => route === wanted,
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
      expires: ({ expiration_date }) => expiration_date ?? null,
    },
  } satisfies RecordFacts<Key>,
  webhooks: {
    createdAt: ({ created_at }) => created_at,
    names: ({ url, id }) => [url, id],
    fields: { created: ({ created_at }) => created_at, url: ({ url }) => url },
  } satisfies RecordFacts<Webhook>,
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
    const find = (isMeant: (config: Config) => boolean) =>
      aggregated_results.find(({ evaluator_config }) => isMeant(evaluator_config));
    const score =
      find(({ name }) => name === field) ??
      find(({ name }) => isStoredAs(name, field) || isStoredAs(field, name)) ??
      find(({ evaluator_key: key }) => key === field || key === `auto_${field}`);
    return score === undefined ? undefined : (score.result.value ?? null);
  };
}

type Config = ListRecord<'listEvaluations'>['aggregated_results'][number]['evaluator_config'];

function toSortValue(value: unknown): SortValue {
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}
