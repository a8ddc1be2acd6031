/** Groups of the root help, the everyday path first: names of commands and topics. */
export const HELP_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'START AND TRY': ['init', 'dev', 'run', 'routes'],
  'DEPLOY AND CHANGE': ['deploy', 'variants', 'env', 'build', 'client', 'apps'],
  EVALUATE: ['testsets', 'eval', 'evaluators', 'human-eval'],
  'SEE WHAT HAPPENED': ['status', 'logs', 'log', 'replay', 'open'],
  'SIGN IN AND SET UP': ['login', 'logout', 'whoami', 'profiles', 'config', 'trust', 'keys', 'doctor'],
  'OPERATE A SERVICE': [
    'serve',
    'worker',
    'usage',
    'prune',
    'backup',
    'restore',
    'move',
    'export',
    'import',
    'webhooks',
  ],
  'SCRIPTS AND ASSISTANTS': ['api', 'schema', 'autocomplete', 'mcp', 'explain'],
};

/** The group of all others. */
export const OTHER_COMMANDS = 'OTHER COMMANDS';
