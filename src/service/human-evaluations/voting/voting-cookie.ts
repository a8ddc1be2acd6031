import { VOTING_PATH } from '../../../contract/human-evaluations/voting.ts';

const NAME = 'wf_vote';
const LIFETIME_SECONDS = 90 * 24 * 3600;

/** Reads a voter's code out of a request: the cookie of this name that is sent here is that of this evaluation. */
export function readVotingCookie({ headers }: Request): string | null {
  return new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]+)`).exec(headers.get('cookie') ?? '')?.[1] ?? null;
}

/**
 * Makes the cookie that lets a voter in again; its path is this evaluation's voting and nothing else.
 *
 * @param code - `null`: forget it
 */
export function toVotingCookie(evaluationId: string, code: string | null): string {
  const path = `${VOTING_PATH}/${encodeURIComponent(evaluationId)}`;
  return `${NAME}=${code ?? ''}; Path=${path}; Max-Age=${code === null ? 0 : LIFETIME_SECONDS}; HttpOnly; SameSite=Strict`;
}
