import { channel } from 'node:diagnostics_channel';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reportRefusedUses } from '../../../../src/runtime/hosted/report-refused-uses.ts';

// Channels keep their listeners, so that there is one for all tests.
reportRefusedUses();

/** Publishes what Node does in audit mode, and returns what is written. */
function publish(name: string, message: object): string {
  let written = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  onTestFinished(() => write.mockRestore());
  channel(`node:permission-model:${name}`).publish(message);
  return written.replace(/^\S+\.ts:\d+: /, 'LINE: ');
}

test.each(['fs', 'child', 'worker', 'wasi', 'addon'])('a use of %s is reported with its line', (name) => {
  expect(publish(name, { permission: 'FileSystemRead', resource: '/etc/hosts' })).toBe(
    'LINE: A deployed call would be refused this. The workflow may not read /etc/hosts: it has only the files that its bundle carries. Name it under "files" in the project file, or import it: import text from \'./file.md\'.\n',
  );
});

test('what is no refusal is not reported, and stacks stay as long as they were', () => {
  const limit = Error.stackTraceLimit;
  expect(publish('fs', { permission: 'Unknown' })).toBe('');
  expect(Error.stackTraceLimit).toBe(limit);
});
