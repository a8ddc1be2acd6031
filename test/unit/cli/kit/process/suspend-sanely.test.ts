import { afterEach, expect, test, vi } from 'vitest';
import { suspendSanely } from '../../../../../src/cli/kit/process/suspend-sanely.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('the cursor is shown while the process is suspended', () => {
  const { stderr } = fakeIo();
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const before = [process.listenerCount('SIGTSTP'), process.listenerCount('SIGCONT')];
  const stop = suspendSanely(stderr);
  try {
    process.emit('SIGTSTP');
    expect([stderr.text, kill.mock.calls]).toEqual(['\u001b[?25h', [[process.pid, 'SIGSTOP']]]);
    process.emit('SIGCONT');
    expect(stderr.text).toBe('\u001b[?25h\u001b[?25l');
  } finally {
    stop();
  }
  expect([process.listenerCount('SIGTSTP'), process.listenerCount('SIGCONT')]).toEqual(before);
});
