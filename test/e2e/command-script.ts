/** One line of the script that calls every command once. */
export interface ScriptLine {
  /** The command's id. */
  readonly id: string;
  /** Its arguments and flags. `$NAME` stands for a value that an earlier line stored. */
  readonly words: string;
  readonly stdin?: string;
  /** Code of the expected error, where the command cannot succeed in this script. */
  readonly refusal?: string;
  /** Stores fields of the result by name, as in `evaluation: '0.id'`. */
  readonly keep?: Readonly<Record<string, string>>;
  /** Only uses local files, so an unreachable service does not matter. */
  readonly isLocal?: boolean;
  /** Prints its document and runs until it is interrupted. */
  readonly isServer?: boolean;
}

/** Creates, deploys, evaluates and deletes a workflow; calls every command at least once. */
export const SCRIPT: readonly ScriptLine[] = [
  { id: 'routes', words: '', isLocal: true },
  { id: 'build', words: '', isLocal: true },
  { id: 'init', words: 'another --template basic', isLocal: true },
  { id: 'schema', words: 'variants list', isLocal: true },
  { id: 'explain', words: 'not-found', isLocal: true },
  { id: 'explain', words: '', isLocal: true },
  { id: 'autocomplete', words: 'zsh', isLocal: true },
  { id: 'autocomplete', words: 'bash variants', isLocal: true },
  { id: 'mcp', words: '--list', isLocal: true },
  { id: 'doctor', words: '', isLocal: true },
  { id: 'run', words: '/explain --input message=refund', isLocal: true },
  { id: 'dev', words: '--no-open --port 0', isLocal: true, isServer: true },
  { id: 'serve', words: '--port 0 --data-dir other-data', isLocal: true, isServer: true },
  { id: 'worker', words: '--database-url sqlite:wf.db', refusal: 'WF_INVALID_INPUT', isLocal: true },
  {
    id: 'move',
    words: '--data-dir other-data --to sqlite:moved.db',
    refusal: 'WF_INVALID_INPUT',
    isLocal: true,
  },
  { id: 'config list', words: '', isLocal: true },
  { id: 'config get', words: 'app', isLocal: true },
  { id: 'config set', words: 'timeout 20', isLocal: true },
  { id: 'profiles add', words: 'staging --credential bearer', isLocal: true },
  { id: 'profiles list', words: '', isLocal: true },
  { id: 'profiles use', words: 'default', isLocal: true },
  { id: 'profiles remove', words: 'staging --yes', isLocal: true },
  { id: 'whoami', words: '' },
  { id: 'apps create', words: 'spare' },
  { id: 'deploy', words: '--env production' },
  { id: 'apps list', words: '' },
  { id: 'open', words: 'default' },
  { id: 'apps delete', words: 'spare --yes' },
  { id: 'api', words: 'GET /apps' },
  { id: 'variants create', words: 'tuned --from default --set threshold=1' },
  { id: 'variants update', words: 'tuned --set threshold=3' },
  { id: 'variants list', words: '' },
  { id: 'variants show', words: 'tuned' },
  { id: 'variants revisions', words: 'tuned' },
  { id: 'variants diff', words: 'default tuned' },
  { id: 'variants revert', words: 'tuned --to 1' },
  { id: 'env list', words: '' },
  { id: 'env deploy', words: 'production --variant tuned' },
  { id: 'env show', words: 'production' },
  { id: 'env revisions', words: 'production' },
  { id: 'env diff', words: 'production@1 production' },
  { id: 'env protect', words: 'staging --off' },
  { id: 'env rollback', words: 'production' },
  { id: 'replay', words: 'production@1 / --input message=refund --with tuned' },
  { id: 'client', words: '--out client.ts' },
  { id: 'env vars set', words: 'GREETING=hello' },
  { id: 'env vars list', words: '' },
  { id: 'env vars unset', words: 'GREETING' },
  { id: 'logs', words: '' },
  { id: 'testsets create', words: 'testsets/messages.csv --name messages' },
  { id: 'testsets list', words: '' },
  { id: 'testsets show', words: 'messages' },
  { id: 'testsets check', words: 'messages' },
  { id: 'testsets export', words: 'messages' },
  { id: 'evaluators list', words: '' },
  { id: 'evaluators show', words: 'regex_test' },
  { id: 'evaluators create', words: 'close --evaluator levenshtein_distance --set threshold=2' },
  { id: 'evaluators delete', words: 'close --yes' },
  {
    id: 'eval run',
    words: '--testset messages --variants default,tuned --evaluators exact_match',
    keep: { evaluation: '0.id' },
  },
  { id: 'eval plan', words: '--testset messages --variants default,tuned --evaluators exact_match --repeat 2' },
  { id: 'eval watch', words: 'tuned' },
  { id: 'eval cancel', words: 'tuned --yes', refusal: 'WF_CONFLICT' },
  { id: 'eval resume', words: 'tuned', refusal: 'WF_CONFLICT' },
  { id: 'eval list', words: '' },
  { id: 'eval show', words: 'tuned' },
  { id: 'eval rows', words: 'tuned --limit 3' },
  { id: 'eval compare', words: 'default tuned' },
  { id: 'eval export', words: 'tuned' },
  { id: 'human-eval create', words: '--testset messages --variants default,tuned --voters ana', keep: { human: 'id' } },
  { id: 'human-eval list', words: '' },
  { id: 'human-eval show', words: '$human' },
  { id: 'human-eval results', words: '$human --against tuned:exact_match' },
  { id: 'human-eval delete', words: '$human --yes' },
  { id: 'eval delete', words: '$evaluation --yes' },
  { id: 'export', words: 'backup.tar.gz' },
  { id: 'import', words: 'backup.tar.gz --plan', isLocal: true },
  { id: 'keys create', words: 'ci --role viewer --expires 90d' },
  { id: 'keys list', words: '' },
  { id: 'keys revoke', words: 'ci --yes' },
  { id: 'log', words: '--since 1h' },
  { id: 'testsets delete', words: 'messages --yes' },
  { id: 'variants create', words: 'brief' },
  { id: 'variants delete', words: 'brief --yes' },
  { id: 'login', words: '--with-token', stdin: '$key' },
  { id: 'logout', words: '' },
];
