import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Plugin } from 'vitest/config';
import { isNode, type Node } from './mutate-node.ts';

/** What `write-calls.ts` writes for each test file. */
export interface RecordedCalls {
  readonly test: string;
  readonly durationMs: number;
  /** Processor time, which does not depend on what else the machine does. */
  readonly cpuMs: number;
  /** Whether a test failed without a mutant: it cannot notice one. */
  readonly hasFailed: boolean;
  /** Functions that its tests called, as `path:start`. */
  readonly calls: readonly string[];
  /** Functions called while the test file was imported. Only the first test of a process imports most modules. */
  readonly atImport: readonly string[];
}

/** A Vite plugin that makes each function of `src` say that it was called. */
export function recordCalls(root: string): Plugin {
  return {
    name: 'wf:record-calls',
    enforce: 'pre',
    transform: (code, id) => {
      const path = relative(root, id);
      return /^src\/.*\.tsx?$/.test(path) ? { code: instrument(path, code), map: null } : undefined;
    },
  };
}

/** Inserts a statement at the start of every function's body. */
export function instrument(path: string, text: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { at, insert } of insertions(path, text)) {
    parts.push(text.slice(end, at), insert);
    end = at;
  }
  return [...parts, text.slice(end)].join('');
}

/** Finds the innermost function around a position, as `path:start`; null in a module's own code. */
export function findFunction(path: string, text: string, at: number): string | null {
  const around = findFunctions(path, text).filter(({ start, end }) => start <= at && at < end);
  const innermost = around.toSorted((a, b) => b.start - a.start)[0];
  return innermost === undefined ? null : `${path}:${innermost.start}`;
}

function insertions(path: string, text: string) {
  return findFunctions(path, text)
    .flatMap(({ start, body }) => {
      const call = `globalThis.wfCalls?.add(${JSON.stringify(`${path}:${start}`)})`;
      return body.type === 'BlockStatement' || body.type === 'FunctionBody'
        ? [{ at: body.start + 1, insert: `${call};` }]
        : [
            { at: body.start, insert: `(${call}, ` },
            { at: body.end, insert: ')' },
          ];
    })
    .toSorted((a, b) => a.at - b.at);
}

interface Function extends Node {
  readonly body: Node;
}

function findFunctions(path: string, text: string): Function[] {
  const found: Function[] = [];
  visit(parseSync(path, text).program as unknown as Node, found); // the parser's types list every kind of node
  return found;
}

function visit(node: Node, found: Function[]): void {
  if (FUNCTIONS.test(node.type) && isNode(node['body'])) found.push({ ...node, body: node['body'] });
  for (const child of Object.values(node)) {
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one, found);
  }
}

const FUNCTIONS = /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/;

/** Reads what `write-calls.ts` wrote. */
export function readCalls(folder: string): RecordedCalls[] {
  return globSync('*.json', { cwd: folder }).map(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as RecordedCalls,
  );
}
