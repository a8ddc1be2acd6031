/**
 * Tries, as the only process of a delegated control group, what its limits do to programs of others. Prints one line of
 * JSON. Some programs are held by Node's permission model alone, so that nothing but the group limits them.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { findOwnCgroup } from '../../../src/sandbox/cgroups.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/create-sandbox.ts';
import { startHeld } from '../../../src/sandbox/held-process.ts';
import { SANDBOX_KINDS, type SandboxKind } from '../../../src/sandbox/sandbox-kind.ts';
import { startHosting } from '../../helpers/start-hosting.ts';

/** What the kernel may take to remove a group. */
const MAX_MS = 120_000;
const MEMORY_MB = 64;

const place = findOwnCgroup() ?? '';
const held = join(place, 'held');
const groups = (): string[] => readdirSync(held).filter((name) => name.startsWith('bundle-'));
const read = (...path: string[]): string => readFileSync(join(...path), 'utf8').trim();

const sandboxes = new Map(SANDBOX_KINDS.map((kind) => [kind, createSandbox({ kinds: [kind] })]));
const sandboxOf = (kind: SandboxKind): Sandbox => sandboxes.get(kind) ?? createSandbox();

async function start(code: string, kind: SandboxKind = 'permission-model') {
  const launch = await sandboxOf(kind).launch({
    flags: ['--allow-child-process', '--allow-fs-read=*', '--disable-warning=SecurityWarning', '-e', code],
    script: '--',
    args: [],
    readable: [],
    linked: [],
    hasNativeCode: false,
    hasNetwork: true,
    memoryMb: MEMORY_MB,
    user: null,
  });
  const { child } = startHeld(launch, {});
  return { child, launch, output: child.stdout === null ? '' : collect(child.stdout) };
}

async function collect(stream: Readable): Promise<string> {
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(stream, 'end');
  return text;
}

async function isEmptied(): Promise<boolean> {
  for (let ms = 0; groups().length > 0 && ms < MAX_MS; ms += 50) await delay(50);
  return groups().length === 0;
}

async function tryBundle(kind: SandboxKind) {
  await using host = await startHosting({ sandbox: sandboxOf(kind), limits: { memoryMb: 64 } });
  const { status } = await host.call(await host.deploy('probe.mjs'), '/health');
  const [group = ''] = groups();
  const limits = ['memory.max', 'memory.oom.group', 'pids.max'].map((file) => read(held, group, file));
  const holds = read(held, group, 'cgroup.procs') !== '';
  await host.hosting.stop();
  return { kind, status, limits, holds, removed: await isEmptied() };
}

async function tryMemory(kind: SandboxKind) {
  const { child, launch } = await start('const all = []; for (;;) all.push(Buffer.alloc(8 * 1024 * 1024, 1))', kind);
  await once(child, 'close');
  return { kind, ranOut: launch.group?.hasRunOutOfMemory(), removed: await isEmptied() };
}

/** A shell forks until it is refused, and ends then. What it started ends with its session. */
async function tryProcesses() {
  const fork = 'trap "echo \\$i" EXIT; i=0; while [ $i -lt 300 ]; do sleep 1000 > /dev/null & i=$((i + 1)); done';
  const { child, output } = await start(`
    const { spawn } = require('node:child_process');
    const shell = spawn('sh', ['-c', ${JSON.stringify(fork)}], { stdio: ['ignore', 'inherit', 'ignore'] });
    shell.once('exit', () => process.kill(0, 'SIGKILL'));`);
  await once(child, 'close');
  const forked = Number(await output);
  return { refused: forked > 200 && forked < 256, removed: await isEmptied() };
}

/** Returns the shares of the processor that the kernel gives this process and all programs together. */
function readWeights() {
  const own = findOwnCgroup() ?? '';
  return { own: read(own, 'cpu.weight'), programs: read(held, 'cpu.weight') };
}

const bundles = [];
for (const kind of SANDBOX_KINDS) bundles.push(await tryBundle(kind));
const isFirst = process.argv[2] === 'all';
const more = isFirst
  ? { memory: await tryMemory('bubblewrap'), processes: await tryProcesses(), weights: readWeights() }
  : {};
console.log(JSON.stringify({ bundles, ...more }));
