import type { EndpointName } from '../../../contract/endpoints.ts';
import { fieldOf, type UnknownRecord } from '../../../foundation/record.ts';
import { isServiceError, isWfError, reword } from '../../../foundation/errors/wf-error.ts';
import { shellWord } from '../../../foundation/shell-word.ts';
import { interrupted, type Leftover } from './interruption.ts';

/** How to say that a request was carried out. `{field}` stands for a field of the request or of its answer. */
interface Words {
  /** What it changes, and what happened to that: "app {app_name}", "created". */
  readonly what: readonly [subject: string, participle: string];
  /** Command that shows whether it was carried out. Omitted: typing the same command again completes it. */
  readonly look?: string;
  /** Command that undoes it, if nothing else was written. */
  readonly undo?: string;
  /** Command that does it again, where the typed one may contain a secret. */
  readonly again?: string;
}

const SET_VARIABLE = 'wf env vars set {variable_name}';

/** The requests whose effect a user sees. Others only read, or upload what stays invisible until one of these. */
const WORDS: Partial<Record<EndpointName, Words>> = {
  createApp: { what: ['app {app_name}', 'created'], look: 'wf apps list', undo: 'wf apps delete {app_name}' },
  updateApp: { what: ['the app', 'renamed'], look: 'wf apps list' },
  deleteApp: { what: ['the app', 'deleted'], look: 'wf apps list' },
  addVariantFromBase: {
    what: ['variant {new_variant_name}', 'created'],
    look: 'wf variants list',
    undo: 'wf variants delete {variant_id}',
  },
  addVariantFromService: { what: ['variant {variant_name}', 'created'], look: 'wf variants list' },
  updateVariantParameters: {
    what: ['a revision with the new parameters', 'stored'],
    look: 'wf variants revisions {variant_id}',
  },
  deleteVariant: { what: ['the variant', 'deleted'], look: 'wf variants list' },
  createDeployment: { what: ['the code', 'deployed'] },
  deployToEnvironment: { what: ['{environment_name}', 'changed'], look: 'wf env show {environment_name}' },
  rollbackEnvironment: { what: ['{environment_name}', 'rolled back'], look: 'wf env show {environment_name}' },
  revertDeployment: { what: ['the environment', 'rolled back'], look: 'wf env list' },
  protectEnvironment: { what: ['the protection', 'changed'], look: 'wf env list' },
  setVariable: { what: ['variable {variable_name}', 'set'], look: 'wf env vars list', again: SET_VARIABLE },
  setEnvironmentVariable: {
    what: ['variable {variable_name}', 'set'],
    look: 'wf env vars list --env {environment_name}',
    again: `${SET_VARIABLE} --env {environment_name}`,
  },
  deleteVariable: { what: ['variable {variable_name}', 'removed'], look: 'wf env vars list' },
  deleteEnvironmentVariable: { what: ['variable {variable_name}', 'removed'], look: 'wf env vars list' },
  createTestset: { what: ['test set {name}', 'stored'] },
  finishTestsetRevision: { what: ['the test set', 'stored'] },
  deleteTestsets: { what: ['the test set', 'deleted'], look: 'wf testsets list' },
  createEvaluatorConfig: { what: ['evaluator configuration {name}', 'stored'] },
  deleteEvaluatorConfig: { what: ['the evaluator configuration', 'deleted'], look: 'wf evaluators list --stored' },
  createEvaluations: { what: ['the evaluation', 'started'], look: 'wf eval list' },
  cancelEvaluation: { what: ['the evaluation', 'cancelled'], look: 'wf eval show {evaluation_id}' },
  resumeEvaluation: { what: ['the evaluation', 'resumed'], look: 'wf eval show {evaluation_id}' },
  deleteEvaluations: { what: ['the evaluation', 'deleted'], look: 'wf eval list' },
  createHumanEvaluation: {
    what: ['the human evaluation', 'created'],
    look: 'wf human-eval list',
    undo: 'wf human-eval delete {id}',
  },
  createHumanVoter: { what: ['the link of {name}', 'created'], look: 'wf human-eval show {evaluation_id}' },
  updateHumanEvaluation: { what: ['the human evaluation', 'changed'], look: 'wf human-eval show {evaluation_id}' },
  deleteHumanEvaluations: { what: ['the human evaluation', 'deleted'], look: 'wf human-eval list' },
  updateVariantMetadata: { what: ['the labels of the variant', 'changed'], look: 'wf variants show {variant_id}' },
  createKey: { what: ['the key', 'created'], look: 'wf keys list' },
  deleteKey: { what: ['key {key_prefix}', 'revoked'], look: 'wf keys list' },
  createWebhook: { what: ['the webhook', 'created'], look: 'wf webhooks list' },
  deleteWebhook: { what: ['the webhook', 'deleted'], look: 'wf webhooks list' },
  commitImport: { what: ['the app', 'imported'], look: 'wf apps list' },
  prune: { what: ['a part of the data', 'deleted'] },
};

interface LoggedWrite {
  readonly words: Words;
  /** Texts of the request, and of its answer. */
  texts: UnknownRecord;
  isDone: boolean;
  /** Why it failed. */
  error: unknown;
}

export interface WriteLog {
  /** Logs a request. @returns logs its answer */
  add(name: EndpointName, input: UnknownRecord): (answer: Promise<unknown>) => void;
  /** Describes what was done, and what may have been. */
  readonly describe: () => Leftover;
  /** Adds that to an error which leaves it open. */
  readonly explain: (error: unknown) => unknown;
}

/**
 * Creates the log of what a command writes, so that it can say what it leaves when it is interrupted.
 *
 * @param line - the command as it was typed
 */
export function createWriteLog(line: () => string): WriteLog {
  const writes: LoggedWrite[] = [];
  return {
    add(name, input) {
      const words = WORDS[name];
      if (words === undefined) return () => undefined;
      const write: LoggedWrite = { words, texts: textsOf(input), isDone: false, error: undefined };
      writes.push(write);
      if (writes.length > MAX_WRITES) writes.shift();
      return (answer) => {
        answer.then(
          (record) => {
            write.isDone = true;
            write.texts = { ...write.texts, ...textsOf({ body: record }) };
          },
          (error: unknown) => void (write.error = error),
        );
      };
    },
    describe: () => describeWrites(writes, line()),
    explain(error) {
      if (!isWfError(error) || writes.length === 0) return error;
      if (error.code === 'WF_INTERRUPTED') {
        return error.nextSteps.length > 0 ? error : interrupted(describeWrites(writes, line()));
      }
      if (writes.at(-1)?.error === undefined || !isServiceError(error)) return error;
      const { text, nextSteps } = describeWrites(writes, line());
      if (text === '') return error;
      const message = `${error.message} ${text}`;
      // What a service refuses, it refuses again.
      if (error.status !== null) return reword(error, { message });
      const own = error.nextSteps.filter((step) => step !== 'Try again.');
      return reword(error, { message, nextSteps: [...nextSteps, ...own] });
    },
  };
}

/** A server for tools writes without end. */
const MAX_WRITES = 100;

/** Texts only: rows and parameters may be large. */
function textsOf({ body, ...path }: UnknownRecord): UnknownRecord {
  const fields = { ...path, ...(typeof body === 'object' ? body : {}) };
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value === 'string' && value.length < 200),
  );
}

function describeWrites(writes: readonly LoggedWrite[], line: string): Leftover {
  const done = writes.filter(({ isDone }) => isDone);
  const open = writes.filter((write) => !write.isDone && mayHaveRun(write));
  const sentences = [
    ...done.map((write) => toSentence(write, 'was')),
    ...open.map((write) => toSentence(write, 'may have been')),
  ];
  return { text: [...new Set(sentences)].join(' '), nextSteps: toSteps([...done, ...open], line) };
}

/** Failures before a request was sent whole. */
const NOT_SENT = ['refused', 'unknown-host', 'no-route', 'proxy', 'proxy-sign-in', 'connect-timeout', 'tls'];

function mayHaveRun({ error }: LoggedWrite): boolean {
  if (error === undefined) return true;
  if (!isServiceError(error) || error.status !== null) return false;
  return !NOT_SENT.includes(String(fieldOf(error.details, 'reason')));
}

function toSentence({ words, texts }: LoggedWrite, verb: string): string {
  const [subject, participle] = words.what;
  const text = `${fill(subject, texts, String) ?? subject} ${verb} ${participle}.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** What shows, completes or undoes the last steps; the line itself where all so far was only prepared. */
function toSteps(writes: readonly LoggedWrite[], line: string): string[] {
  const final = writes.filter(({ words }) => words.look !== undefined);
  if (final.length === 0) return writes.length === 0 ? [] : [line];
  const steps = final.flatMap(({ words: { look = '', undo = '', again }, texts, isDone }) => [
    fill(look, texts, shellWord),
    ...(isDone ? [] : [`If it was not done: ${again === undefined ? line : fill(again, texts, shellWord)}`]),
    ...(isDone && writes.length === 1 ? [fill(undo, texts, shellWord)] : []),
  ]);
  return [...new Set(steps)].filter((step) => step !== null && step !== '') as string[]; // what is left are texts
}

/** Fills in `{field}`. @returns `null` if a field is not known */
function fill(text: string, texts: UnknownRecord, write: (value: string) => string): string | null {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.some((name) => texts[name] === undefined)) return null;
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => write(String(texts[name])));
}
