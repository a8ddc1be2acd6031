import {
  VOTING_PATH,
  type CastVote,
  type JoinVoting,
  type VotingCase,
  type VotingState,
} from '../../../contract/human-evaluations/voting.ts';
import { fetchQuickly } from '../../service/fetch-service.ts';
import { RefusedRequest } from '../../service/refused-request.ts';

/** Creates the requests of one evaluation's voting; the browser's cookie identifies the voter. */
export function createVotingRequests(evaluationId: string) {
  const send = async (method: string, path: string, body?: CastVote | JoinVoting): Promise<unknown> => {
    const response = await fetchQuickly(`${VOTING_PATH}/${encodeURIComponent(evaluationId)}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw await RefusedRequest.from(response);
    return await response.json();
  };
  // The server that sent this page keeps to the same contract.
  const sendForState = async (...given: Parameters<typeof send>) => (await send(...given)) as VotingState;
  return {
    join: async (body: JoinVoting) => await sendForState('POST', '/session', body),
    readState: async () => await sendForState('GET', ''),
    readCase: async (position: number) => (await send('GET', `/cases/${position}`)) as VotingCase,
    cast: async (position: number, vote: CastVote) => await sendForState('PUT', `/cases/${position}`, vote),
    reveal: async () => await sendForState('POST', '/reveal'),
  };
}

export type VotingRequests = ReturnType<typeof createVotingRequests>;
