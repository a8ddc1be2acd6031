import type { EndpointRoute } from '../../contract/endpoint-routes.ts';
import { shellWord } from '../../foundation/shell-word.ts';

/** The typed line, sent to a service that has what this one lacks. */
export const ELSEWHERE = 'Add --base-url URL: the address of a service that has it, such as one that wf serve starts';

/** What people do in a browser, if the service has pages. */
export const ON_ITS_PAGES = ['If the service has pages of its own, its keys are there: wf open', ELSEWHERE];

interface Extension {
  /** What to do at a service without it. */
  readonly instead: (...names: never[]) => readonly string[];
  /** What exactly is lacking. */
  readonly detail?: (...names: never[]) => string;
  /** Whether the caller wanted to change something, so that the message says that nothing was. */
  readonly isChange?: true;
}

const onlyElsewhere = { instead: () => [ELSEWHERE] };

interface OlderRevision {
  readonly variant: string;
  readonly newest: number;
  readonly wanted: number;
}

function toRevert(variant: string, revision: number): string {
  return `wf variants revert ${shellWord(variant)} --to ${revision}`;
}

function toDeploy(environment: string, variant: string): string {
  return `wf env deploy ${shellWord(environment)} --variant ${shellWord(variant)}`;
}

function without(...flags: readonly string[]) {
  return { instead: () => [`Leave out ${flags.join(', ')}`], isChange: true } as const;
}

/**
 * What only services of wf have, by its name in a refusal, and what to do at any other service.
 *
 * @source design §2 principle 6
 */
export const EXTENSIONS = {
  'a choice of the route (--route)': without('--route'),
  'an audit log': onlyElsewhere,
  'calls for stored outputs (--fresh)': without('--fresh'),
  'new scores for stored outputs (--fresh-scores)': without('--fresh-scores'),
  'cases named by a column (--cluster-by)': without('--cluster-by'),
  'cancellation of evaluations': {
    instead: (evaluation: string) => [`It runs to its end: wf eval show ${shellWord(evaluation)}`, ELSEWHERE],
  },
  'costs of evaluations': onlyElsewhere,
  'counts of records': onlyElsewhere,
  'deployments of an older revision than the newest': {
    detail: ({ variant, newest }: OlderRevision) => `${variant}@${newest}`,
    instead: ({ variant, wanted }: OlderRevision, environment: string) => [
      `${toRevert(variant, wanted)} && ${toDeploy(environment, variant)}`,
    ],
    isChange: true,
  },
  'deployments of code': {
    instead: () => [
      'wf build --target node',
      'Start it where the service reaches it, and register its address: wf deploy --url URL',
      ELSEWHERE,
    ],
    isChange: true,
  },
  'evaluations of an older revision than the newest': {
    detail: ({ variant, newest }: OlderRevision) => `${variant}@${newest}`,
    instead: ({ variant, wanted }: OlderRevision) => [`Make it the newest again: ${toRevert(variant, wanted)}`],
    isChange: true,
  },
  'events of evaluations': onlyElsewhere,
  'exports of the audit log': onlyElsewhere,
  'figures of usage': onlyElsewhere,
  'forecasts of evaluations': onlyElsewhere,
  'gates on deployments': {
    instead: (environment: string, variant: string, evaluation: string) => [
      `Check it here before you deploy: wf eval show ${shellWord(evaluation)} --gate FILE && ${toDeploy(environment, variant)}`,
    ],
    isChange: true,
  },
  'hosted routes': {
    instead: () => [`Call the workflow where it runs, at the URI of its variants: wf variants list`, ELSEWHERE],
  },
  imports: onlyElsewhere,
  'keys with a role': { instead: () => ON_ITS_PAGES },
  labels: onlyElsewhere,
  'labels (--label)': { instead: () => ['Leave out --label'] },
  'limits of cost (--max-cost)': without('--max-cost'),
  'limits of time (--time-limit)': without('--time-limit'),
  logs: {
    instead: () => [`Read them where the workflow runs, at the URI of its variants: wf variants list`, ELSEWHERE],
  },
  'messages on deployments': {
    instead: (environment: string, variant: string) => [`Leave out --message: ${toDeploy(environment, variant)}`],
    isChange: true,
  },
  'messages on rollbacks': without('--message'),
  'outputs that it generates automatically (--concurrency)': without('--concurrency'),
  'personal links for voters (--voters)': without('--voters'),
  'progress of evaluations': onlyElsewhere,
  'protected environments': onlyElsewhere,
  pruning: onlyElsewhere,
  'reasons of rollbacks (--override)': without('--override'),
  'repetitions (--repeat)': without('--repeat'),
  'resumable evaluations': {
    instead: (evaluation: string) => [`wf eval show ${shellWord(evaluation)}`, ELSEWHERE],
  },
  'revisions of test sets': { instead: (testset: string) => [`wf testsets show ${shellWord(testset)}`] },
  'route schemas': onlyElsewhere,
  'route schemas (--route)': { instead: () => ['Name the columns: --columns A,B'] },
  'routes of evaluations': { instead: () => ['Leave out --route'] },
  'rules of retention': onlyElsewhere,
  'shards (--shard)': without('--shard'),
  'stored bundles': onlyElsewhere,
  'subsets of a test set (--where, --failed-of, --sample, --limit)': {
    instead: () => ['Store the rows as a test set of their own: wf testsets create FILE', ELSEWHERE],
    isChange: true,
  },
  'time limits of calls (--call-timeout)': without('--call-timeout'),
  variables: {
    instead: () => [`Set them where the workflow runs, at the URI of its variants: wf variants list`, ELSEWHERE],
  },
  webhooks: onlyElsewhere,
} as const satisfies Readonly<Record<string, Extension>>;

export type ExtensionName = keyof typeof EXTENSIONS;
/** What the advice about an extension names. */
export type NamesOf<E extends ExtensionName> = Parameters<(typeof EXTENSIONS)[E]['instead']>;

/** A refusal of what a service lacks. */
export interface Lacking {
  readonly message: string;
  /** What to do instead. */
  readonly nextSteps: readonly string[];
}

/** Describes that a service of others lacks an extension. */
export function describeLacking<E extends ExtensionName>(what: E, ...names: NamesOf<E>): Lacking {
  // The type of the names is that of this extension's functions, which TypeScript cannot follow through the union.
  const { instead, detail, isChange = false } = EXTENSIONS[what] as Extension as AnyExtension;
  const which = detail === undefined ? '' : `, ${detail(...names)}`;
  const nothing = isChange ? ' Nothing was changed.' : '';
  return {
    message: `This service lacks ${what}${which}, an extension of wf.${nothing}`,
    nextSteps: instead(...names),
  };
}

interface AnyExtension extends Pick<Extension, 'isChange'> {
  readonly instead: (...names: readonly unknown[]) => readonly string[];
  readonly detail?: (...names: readonly unknown[]) => string;
}

/** Describes that a service of others lacks an endpoint of ours, which no command names otherwise. */
export function describeLackingEndpoint({ method, path }: Pick<EndpointRoute, 'method' | 'path'>): Lacking {
  return { message: `This service lacks ${method} ${path}, an extension of wf.`, nextSteps: [ELSEWHERE] };
}
