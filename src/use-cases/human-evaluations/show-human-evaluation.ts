import type { Client } from '../../client/create-client.ts';
import { orUnsupported } from '../../client/public/require-extensions.ts';
import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import type { HumanLinks, HumanOutputs, HumanVoter } from '../../contract/human-evaluations/human-vote.ts';
import { isWfError } from '../../foundation/errors/wf-error.ts';

/** A human evaluation with its voters and their links. */
export interface ShownHumanEvaluation extends HumanEvaluation {
  /** Voting link for anyone who has it; `null` for a viewer's key. */
  readonly link: string | null;
  readonly outputs: readonly HumanOutputs[];
  readonly voters: readonly (HumanVoter & { readonly link: string | null })[];
  /** What the service does not have; omitted: nothing. */
  readonly lacking?: readonly string[] | undefined;
}

const LACKING = ['outputs, voters and links to vote at, extensions of wf'];

export interface ShowHumanEvaluationOptions {
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
