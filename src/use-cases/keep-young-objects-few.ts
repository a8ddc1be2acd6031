/**
 * Has V8 keep the space for young objects as small as it is. It doubles it each time that many survive, up to 64 MB, and a
 * command that streams a million rows is never done with a few hundred of them: most of its memory would be that space,
 * for no time gained. Only for commands, whose process is ours: a server has calls of others to be quick for.
 */
export function keepYoungObjectsFew(): void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=1');
}
