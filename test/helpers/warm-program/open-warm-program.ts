import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { bareEnv, type WfOptions, type WfRun } from '../run-wf.ts';

/** The built program in a process that stays: a line takes a fifth of the time of a new process. */
export interface WarmProgram extends AsyncDisposable {
  /**
   * Defines `wf` for bash, next to a program `wf` on its path. A line runs in the process that stays if its standard input is
   * `/dev/null`, and its command ends by itself. Any other line starts the program, and so does `command wf`.
   */
  readonly script: string;
  /** Runs a line as `runWf` does. */
  readonly run: (words: readonly string[], options?: Pick<WfOptions, 'cwd' | 'env'>) => Promise<WfRun>;
}

/**
 * Starts a process that runs the built program, one line after another: its `main`, with the commands' code loaded anew.
 *
 * @remarks For what lines do and print. That a process starts, reads its input, ends by itself, or leaves work to others
 * needs a process of its own: `runWf`, and each command once in `test/e2e/every-command.test.ts`.
 */
export async function openWarmProgram(): Promise<WarmProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'wf-warm-'));
  const words = [
    fileURLToPath(new URL('warm-process.ts', import.meta.url)),
    resolve(import.meta.dirname, '../../../dist/main.js'),
  ];
  const child = spawn(process.execPath, words, { env: bareEnv(folder), stdio: ['pipe', 'pipe', 'inherit'] });
  const port = await new Promise<string>((done, fail) => {
    child.stdout.setEncoding('utf8').once('data', (line: string) => done(line.trim()));
    child.once('exit', (status) => fail(new Error(`The warm program ended with ${status}.`)));
  });
  const closed = new Promise((done) => child.once('close', done));
  let lines = 0;
  return {
    script: toScript(folder, port),
    run: async (argv, { cwd = '/', env = {} } = {}) => {
      const output = join(folder, `${(lines += 1)}`);
      const variables = Object.entries({ ...bareEnv(cwd), ...env }).map(([name, value]) => `${name}=${value}`);
      const fields = [cwd, output, `${variables.length}`, ...variables, ...argv];
      const socket = connect(Number(port), '127.0.0.1');
      socket.write([`${fields.length}`, ...fields, ''].join('\0'));
      const told = await text(socket);
      // A process that ended answers nothing.
      const exitCode = /^\d+\n$/.test(told) ? Number(told) : 70;
      const [stdout, stderr] = await Promise.all(['out', 'err'].map((kind) => readFile(`${output}.${kind}`, 'utf8')));
      return { stdout: stdout ?? '', stderr: stderr ?? '', exitCode };
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function toScript(folder: string, port: string): string {
  return `wf() {
  local -; set +x
  case " $* " in
    *' --list '*) ;;
    ' serve '*|' dev '*|' worker '*|' mcp '*|*' --follow '*)
      # In the background, the shell's last process is the program, so that signals reach it.
      if [[ $BASHPID != "$$" ]]; then exec wf "$@"; fi
      command wf "$@"; return ;;
  esac
  [[ /dev/stdin -ef /dev/null ]] || { command wf "$@"; return; }
  local WARM_FILE="${folder}/$BASHPID-$RANDOM$RANDOM" WARM_STATUS= WARM_NAME WARM_NAMES WARM_FIELDS WARM_SOCKET
  mapfile -t WARM_NAMES < <(compgen -e)
  WARM_FIELDS=("$PWD" "$WARM_FILE" "\${#WARM_NAMES[@]}")
  for WARM_NAME in "\${WARM_NAMES[@]}"; do WARM_FIELDS+=("$WARM_NAME=\${!WARM_NAME}"); done
  WARM_FIELDS+=("$@")
  exec {WARM_SOCKET}<>/dev/tcp/127.0.0.1/${port}
  printf '%s\\0' "\${#WARM_FIELDS[@]}" "\${WARM_FIELDS[@]}" >&$WARM_SOCKET
  read -r -u $WARM_SOCKET WARM_STATUS
  exec {WARM_SOCKET}>&-
  [[ -s $WARM_FILE.out ]] && cat "$WARM_FILE.out"
  [[ -s $WARM_FILE.err ]] && cat "$WARM_FILE.err" >&2
  return \${WARM_STATUS:-70}
}
`;
}
