import { ROUTES_STEP, UserError } from '../../foundation/errors/wf-error.ts';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Client } from '../../client/create-client.ts';
import type { TestsetReport } from '../../contract/testsets/testset-report.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { requiredInputs } from '../../contract/evaluations/case-inputs.ts';
import { checkTestset as check } from '../../evaluation/testset/check/check-testset.ts';
import type { WalkRows } from '../../evaluation/export/export-testset.ts';
import { readTestset } from '../../evaluation/testset/read-testset.ts';
import { parseFileFormat, type TypedFormat } from '../../evaluation/testset/file-format.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { nameOfSource, type TextSource } from '../files/read-text-source.ts';
import { spoolSource } from '../files/spool-source.ts';
import { openTestsetFile } from './store-testset.ts';
import { resolveTestsetRevision } from './resolve-testset.ts';
import type { Gate } from '../../evaluation/gate/parse-gate.ts';
import { walkRows } from '../../client/public/testset-revision.ts';

export interface CheckTestsetOptions extends TypedFormat, Omit<TextSource, 'source'> {
  /** Opens the client only for a stored test set or a route. */
  readonly openClient: () => Promise<Client>;
  readonly app: string | null;
  /** A csv, json or jsonl file, `-`, or the name or id of a stored test set. */
  readonly testset: string;
  readonly answers: readonly string[];
  readonly columns: readonly string[];
  /** Route whose required inputs need columns. */
  readonly route: string | null;
  /** As typed; `null`: 0.2. */
  readonly discordant: string | null;
  /** Column that names the cases; `null`: `case`, or else equal rows are one. */
  readonly clusterBy: string | null;
  /** Gate whose rules it says what they can decide; `null`: none. */
  readonly gate?: Gate | null;
}

/**
 * Checks a test set for problems and computes what it can detect.
 *
 * @throws {WF_TESTSET_INVALID} when it cannot be read
 * @throws {WF_NOT_FOUND} when there is no such test set or route
 */
export async function checkTestset(options: CheckTestsetOptions): Promise<TestsetReport> {
  const { answers, columns, route, clusterBy, gate = null } = options;
  const discordant = readDiscordant(options.discordant ?? '0.2');
  const inputs = route === null ? [] : await inputsOf(options, route);
  await using opened = await openRows(options);
  const { name, rows } = opened;
  const all = new Set<string>();
  // Two passes: missing cells are known only once all columns are.
  for await (const row of rows()) for (const column of Object.keys(row)) all.add(column);
  const required = [...inputs, ...columns, ...(clusterBy === null ? [] : [clusterBy])];
  const report = await check({ name, rows: rows(), columns: [...all], answers, required, discordant, clusterBy });
  if (gate === null) return report;
  const { planGate } = await import('../../evaluation/gate/plan-gate.ts');
  return { ...report, gate: planGate(gate, report.cases) };
}

interface NamedRows extends AsyncDisposable {
  readonly name: string;
  readonly rows: WalkRows;
}

async function openRows(options: CheckTestsetOptions): Promise<NamedRows> {
  const { testset, openClient } = options;
  const file = await openFile(options);
  if (file !== null) return { ...file, name: nameOfSource(testset), rows: () => oneByOne(file.pages()) };
  const client = await openClient();
  const found = await resolveTestsetRevision(client, testset);
  return { name: found.testset.name, rows: walkRows(client, found), [Symbol.asyncDispose]: async () => undefined };
}

/** Opens a file that can be read twice; `null`: it is the name of a stored test set. */
async function openFile({ testset, types, delimiter, format: typed, cwd, stdin }: CheckTestsetOptions) {
  const format = parseFileFormat({ types, delimiter, format: typed });
  const file = await openTestsetFile({ source: testset, cwd, stdin }, format);
  if (file?.isReadOnce !== true) return file && { ...file, [Symbol.asyncDispose]: async () => undefined };
  const copy = await spoolSource({ source: testset, cwd, stdin });
  const name = testset === '-' ? 'standard input' : basename(testset);
  const pages = () => readTestset({ name, chunks: readParts(copy.path), format });
  return { pages, [Symbol.asyncDispose]: () => copy[Symbol.asyncDispose]() };
}

async function* readParts(path: string): AsyncGenerator<Uint8Array> {
  // Without an encoding, the stream yields bytes.
  for await (const part of createReadStream(path)) yield part as Uint8Array;
}

async function* oneByOne(pages: AsyncIterable<readonly TestsetRow[]>): AsyncGenerator<TestsetRow> {
  for await (const page of pages) yield* page;
}

async function inputsOf({ openClient, app }: CheckTestsetOptions, path: string): Promise<string[]> {
  const client = await openClient();
  await client.require('route schemas (--route)');
  const routes = await client.listRoutes({ app_id: await resolveAppId({ client, app }) });
  const route = routes.find((candidate) => candidate.path === path);
  if (route !== undefined) return requiredInputs(route);
  const available = routes.map((candidate) => candidate.path);
  throw notFound({ kind: 'route', name: path, available, nextSteps: [ROUTES_STEP] });
}

/**
 * Requires a test set without problems, and under `strict` also without warnings.
 *
 * @throws {WF_TESTSET_INVALID} with the problems
 */
export function requireValidTestset({ testset, problems, warnings }: TestsetReport, strict: boolean): void {
  const found = strict ? [...problems, ...warnings] : problems;
  if (found.length === 0) return;
  throw new UserError({
    code: 'WF_TESTSET_INVALID',
    message: `The test set ${testset} has problems. ${found.slice(0, 5).join(' ')}${found.length > 5 ? ' …' : ''}`,
    details: { problems, warnings },
  });
}

function readDiscordant(typed: string): number {
  const share = Number(typed);
  if (share > 0 && share <= 1) return share;
  throw new UserError({
    code: 'WF_USAGE',
    message: `--discordant cannot be ${JSON.stringify(typed)}: write a share above 0 and at most 1, such as 0.2.`,
  });
}
