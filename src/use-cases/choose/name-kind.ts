/** Names that only the service, or this machine, knows. */
export type NameKind =
  | 'app'
  | 'variant'
  | 'revision'
  | 'base'
  | 'environment'
  | 'evaluator'
  | 'stored evaluator'
  | 'route'
  | 'testset'
  | 'evaluation'
  | 'human evaluation'
  | 'variable'
  | 'key'
  | 'setting'
  | 'profile';

/** What flags and arguments of these names stand for, in every command. */
const BY_NAME: Readonly<Record<string, NameKind>> = {
  app: 'app',
  variant: 'variant',
  variants: 'variant',
  from: 'variant',
  before: 'variant',
  after: 'variant',
  base: 'base',
  env: 'environment',
  environment: 'environment',
  evaluator: 'evaluator',
  evaluators: 'evaluator',
  route: 'route',
  testset: 'testset',
  profile: 'profile',
  baseline: 'evaluation',
  candidates: 'evaluation',
};

/** What words that mean many things stand for in one command, or in all of a topic. */
const BY_COMMAND: Readonly<Record<string, Readonly<Record<string, NameKind>>>> = {
  eval: { id: 'evaluation' },
  'human-eval': { id: 'human evaluation' },
  'env diff': { before: 'environment', after: 'environment' },
  'env vars unset': { name: 'variable' },
  'evaluators delete': { name: 'stored evaluator' },
  'keys revoke': { key: 'key' },
  'config get': { name: 'setting' },
  'profiles use': { name: 'profile' },
  'profiles remove': { name: 'profile' },
  replay: { what: 'environment' },
  'variants revert': { to: 'revision' },
};

/**
 * Says what a flag or an argument names.
 *
 * @param command - the command's words, as in `variants show`
 * @param name - of the flag or the argument, as its class has it
 * @returns `null` for one that names nothing that could be looked up
 */
export function nameKindOf(command: string, name: string): NameKind | null {
  const topic = command.split(' ', 1)[0] ?? command;
  for (const kinds of [BY_COMMAND[command], BY_COMMAND[topic], BY_NAME]) {
    const kind = kinds !== undefined && Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind !== undefined) return kind;
  }
  return null;
}

/** Answers whether one word of this name holds several, separated by commas. */
export function isNameList(name: string): boolean {
  return name === 'variants' || name === 'evaluators';
}
