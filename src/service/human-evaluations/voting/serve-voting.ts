import { VOTERS, VOTE_BODY } from '../../../foundation/sizes.ts';
import * as z from 'zod';
import { type JoinVoting, VOTING_PATH, type VotingState } from '../../../contract/human-evaluations/voting.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { cameByHttps, requestIdOf, toRefusalResponse } from '../../../http/exchange.ts';
import { parseInput, toRefusal } from '../../../http/to-refusal.ts';
import { readJsonBody } from '../../../http/read-body.ts';
import type { FetchPart } from '../../../http/serve-playground.ts';
import type { SecretBox } from '../../secrets/create-secret-box.ts';
import type { Store } from '../../store/open-store.ts';
import { type HumanEvaluationRow, requireHumanEvaluation } from '../queries/human-evaluations.ts';
import { castVote, CastVoteBody, readCase, readState, reveal, type Voting } from './voting-cases.ts';
import { Name } from '../../../contract/validation/fields.ts';
import { addVoter, type JoinedVoter } from '../voting-codes.ts';
import { hashSecret } from '../../keys/find-principal.ts';
import { findVoterByCode, type HumanVoterRow, readVoters } from '../queries/human-votes.ts';
import type { Db } from '../../store/schema.ts';

interface ServeVotingOptions {
  readonly store: Store;
  readonly secrets: SecretBox;
  /** Whether browsers reach the service by https, so that they must never send its cookie without. @defaultValue false */
  readonly isHttps?: boolean;
  /** @defaultValue the system's clock */
  readonly now?: () => Date;
}

/**
 * Serves voters who came by a link. Its code becomes a cookie that no script can read and that the browser sends only to
 * the voting pages of this evaluation: it grants no other access.
 */
export function serveVoting(options: ServeVotingOptions): FetchPart {
  const { store, secrets, isHttps = false, now = () => new Date() } = options;
  const answer = async (request: Request, [id = '', ...rest]: readonly string[]): Promise<Response> => {
    const instant = now().toISOString();
    const call = `${request.method} ${rest.map((part) => (/^\d{1,9}$/.test(part) ? '#' : part)).join('/')}`;
    if (call === 'POST session') return await join(request, id, instant);
    if (call === 'DELETE session')
      return toAnswer({ voter: null }, toVotingCookie(id, null, isHttps || cameByHttps(request)));
    const code = readVotingCookie(request) ?? '';
    const voting = await requireVoting(id, code);
    const place = Number(rest[1]);
    switch (call) {
      case 'GET ':
        return toAnswer(await readState(store.db, voting, code));
      case 'GET cases/#':
        return toAnswer(await readCase(store.db, voting, place));
      case 'PUT cases/#':
        return await withBody(request, CastVoteBody, async (body) => {
          await store.transaction((db) => castVote(db, voting, place, withoutAbsent(body), instant));
          return toAnswer(await readState(store.db, voting, code));
        });
      case 'POST reveal':
        await store.transaction((db) => reveal(db, voting, instant));
        return toAnswer(await readState(store.db, await requireVoting(id, code), code));
      default:
        throw userError('WF_NOT_FOUND', 'There is no such path.');
    }
  };
  const join = async (request: Request, id: string, instant: string): Promise<Response> =>
    await withBody(request, JoinVotingBody, async (body) => {
      const evaluation = await requireHumanEvaluation(store.db, id);
      const given = withoutAbsent(body);
      const joined = await store.transaction((db) => joinVoting(db, evaluation, given, { secrets, now: instant }));
      if (joined !== null) {
        const state = await readState(store.db, { evaluation, voter: joined.voter }, joined.code);
        return toAnswer(state, toVotingCookie(id, joined.code, isHttps || cameByHttps(request)));
      }
      // A voter who opens the shared link again continues under the same name.
      const before = readVotingCookie(request);
      const voter = before === null ? null : await findVoter(store.db, id, before);
      return toAnswer(await readState(store.db, { evaluation, voter }, voter === null ? null : before));
    });
  const requireVoting = async (id: string, code: string): Promise<Voting> => {
    const voter = await findVoter(store.db, id, code);
    if (voter !== null) return { evaluation: await requireHumanEvaluation(store.db, id), voter };
    throw userError('WF_NOT_SIGNED_IN', 'Open the link to this vote again.');
  };
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(`${VOTING_PATH}/`)) return null;
    try {
      return await answer(request, pathname.slice(VOTING_PATH.length + 1).split('/'));
    } catch (error) {
      return toRefusalResponse(toRefusal(store.explain(error, true), requestIdOf(request)));
    }
  };
}

async function withBody<S extends z.ZodType>(
  request: Request,
  schema: S,
  use: (body: z.output<S>) => Promise<Response>,
): Promise<Response> {
  const json = await readJsonBody(request, VOTE_BODY.most);
  const parsed = json.ok ? parseInput(schema, json.value, 'body') : json;
  return parsed.ok ? await use(parsed.value) : toRefusalResponse(parsed.refusal);
}

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** A present but undefined field cannot come from JSON, which zod's types do not express. */
function withoutAbsent<T extends object>(body: T): Present<T> {
  return body as Present<T>;
}

function toAnswer(body: VotingState | object, cookie?: string): Response {
  const headers = { 'cache-control': 'no-store', ...(cookie === undefined ? {} : { 'set-cookie': cookie }) };
  return Response.json(body, { headers });
}

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

const JoinVotingBody = z.strictObject({
  code: z.string(),
  name: z.string().trim().pipe(Name.max(100)).optional(),
});

/** Finds the voter of a code; `null` when no voter of this evaluation has it. */
async function findVoter(db: Db, evaluationId: string, code: string): Promise<HumanVoterRow | null> {
  return await findVoterByCode(db, evaluationId, hashSecret(code));
}

/** Limits the damage of a leaked link. */
const MAX_VOTERS = VOTERS.most;

/**
 * Admits a person by their own code, or by the shared code under a name.
 *
 * @returns `null` for the shared code without a name
 * @throws {WF_NOT_ALLOWED} when the code is not valid here
 * @throws {WF_CONFLICT} when the name is taken
 */
async function joinVoting(
  db: Db,
  evaluation: HumanEvaluationRow,
  { code, name }: JoinVoting,
  { secrets, now }: { readonly secrets: SecretBox; readonly now: string },
): Promise<JoinedVoter | null> {
  const known = await findVoter(db, evaluation.id, code);
  if (known !== null) return { voter: known, code };
  if (evaluation.link_sha256 !== hashSecret(code))
    throw userError('WF_NOT_ALLOWED', 'This link is no longer valid. Ask for a new one.');
  if (name === undefined) return null;
  await requireRoom(db, evaluation.id);
  return await addVoter(db, secrets, { human_evaluation_id: evaluation.id, name, created_at: now });
}

async function requireRoom(db: Db, evaluationId: string): Promise<void> {
  const voters = await readVoters(db, evaluationId, MAX_VOTERS);
  if (voters.length < MAX_VOTERS) return;
  throw userError('WF_CONFLICT', `There are already ${MAX_VOTERS} voters: no more can join.`);
}
