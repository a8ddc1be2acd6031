import { VOTING_PATH } from '../../../contract/human-evaluations/voting.ts';

const NAME = 'wf_vote';
const LIFETIME_SECONDS = 90 * 24 * 3600;

/** Reads a voter's code from the cookie, which browsers send only to the voting pages of its evaluation. */
export function readVotingCookie({ headers }: Request): string | null {
  return new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]+)`).exec(headers.get('cookie') ?? '')?.[1] ?? null;
}

/**
 * Creates the cookie that readmits a voter, limited to this evaluation's voting pages.
 *
 * @param code - `null`: delete the cookie
 * @param isHttps - browsers never send it without https
 */
export function toVotingCookie(evaluationId: string, code: string | null, isHttps: boolean): string {
  const path = `${VOTING_PATH}/${encodeURIComponent(evaluationId)}`;
  const limits = `Max-Age=${code === null ? 0 : LIFETIME_SECONDS}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`;
  return `${NAME}=${code ?? ''}; Path=${path}; ${limits}`;
}
