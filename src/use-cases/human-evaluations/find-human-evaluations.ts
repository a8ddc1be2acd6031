import type { Client } from '../../client/create-client.ts';
import { filterRecords } from '../../client/public/filter-list.ts';
import { SHORT_LISTS, type FilteredList, type ListFilter } from '../../client/public/list-filter.ts';
import type {
  HumanEvaluation,
  HumanLinks,
  ShownHumanEvaluation,
} from '../../contract/human-evaluations/human-evaluation.ts';
import { resolveAppId, type ResolveAppOptions } from '../apps/resolve-app.ts';
import { PAGE_SIZE, readWholeList } from '../records/paged-list.ts';
import { isFullId } from '../../contract/validation/full-id.ts';
import { lookUpRecord } from '../records/look-up-record.ts';
import { orUnsupported } from '../../client/public/is-missing.ts';
import { isWfError } from '../../foundation/errors/wf-error.ts';

export interface FilterHumanEvaluationsOptions extends ResolveAppOptions {
  readonly filter: ListFilter;
}

export const HUMAN_EVALUATION_FIELDS = Object.keys(SHORT_LISTS.humanEvaluations.fields);

/** Lists the human evaluations of an app that match, oldest first. */
export async function filterHumanEvaluations({
  client,
  app,
  filter,
}: FilterHumanEvaluationsOptions): Promise<FilteredList<HumanEvaluation>> {
  const app_id = await resolveAppId({ client, app });
  const all = await readWholeList(client, 'listHumanEvaluations', { app_id });
  return filterRecords(all, SHORT_LISTS.humanEvaluations, filter);
}

interface ResolveHumanEvaluationOptions extends ResolveAppOptions {
  /** Id, or a unique id prefix. */
  readonly evaluation: string;
}

/**
 * Finds a human evaluation by id; a full id needs no app.
 *
 * @throws {WF_NOT_FOUND} when no human evaluation of the app has that id
 */
export async function resolveHumanEvaluation(options: ResolveHumanEvaluationOptions): Promise<HumanEvaluation> {
  const { client, app, evaluation } = options;
  if (isFullId(evaluation)) return await client.getHumanEvaluation({ evaluation_id: evaluation });
  const app_id = await resolveAppId({ client, app });
  return await lookUpRecord({
    kind: 'human evaluation',
    typed: evaluation,
    ask: (only) => client.listHumanEvaluations({ app_id, order: 'desc', limit: PAGE_SIZE, ...only }),
    idOf: ({ id }) => id,
    nextSteps: ['wf human-eval list'],
    firstSteps: ['wf human-eval create --testset FILE --variants A,B'],
  });
}

const LACKING = ['outputs, voters and links to vote at, extensions of wf'];

interface ShowHumanEvaluationOptions {
  readonly client: Client;
  readonly evaluation: HumanEvaluation;
  /** Address of the server that serves the voting page; `null`: none runs. */
  readonly serverUrl: string | null;
}

/** Collects outputs, voters and links of a human evaluation. Without a server, links are fragments: `#vote=…`. */
export async function showHumanEvaluation(options: ShowHumanEvaluationOptions): Promise<ShownHumanEvaluation> {
  const { client, evaluation, serverUrl } = options;
  const input = { evaluation_id: evaluation.id };
  const links = await orUnsupported(readLinks(client, evaluation.id), undefined);
  if (links === undefined) return { ...evaluation, link: null, outputs: [], voters: [], lacking: LACKING };
  const toLink = (code: string | null | undefined) =>
    code == null
      ? null
      : `${serverUrl === null ? '' : `${serverUrl.replace(/\/+$/, '')}/`}#vote=${evaluation.id}.${code}`;
  const voters = await client.listHumanVoters(input);
  return {
    ...evaluation,
    link: toLink(links?.code),
    outputs: await client.listHumanOutputs(input),
    voters: voters.map((voter) => ({
      ...voter,
      link: toLink(links?.voters.find(({ voter_id }) => voter_id === voter.id)?.code),
    })),
  };
}

/** A viewer's key may see who voted but not hand out links. */
async function readLinks(client: Client, evaluation_id: string): Promise<HumanLinks | null> {
  try {
    return await client.getHumanLinks({ evaluation_id });
  } catch (error) {
    if (isWfError(error) && error.code === 'WF_NOT_ALLOWED') return null;
    throw error;
  }
}
