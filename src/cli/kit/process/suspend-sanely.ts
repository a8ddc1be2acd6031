import type { OutputStream } from './output-stream.ts';

const SHOW_CURSOR = '\u001b[?25h';
const HIDE_CURSOR = '\u001b[?25l';

/**
 * Shows the cursor while the process is suspended by Ctrl-Z: the shell's next line would have none.
 *
 * @returns a function that ends this
 */
export function suspendSanely(terminal: OutputStream): () => void {
  // Windows has no such signals.
  if (process.platform === 'win32') return () => undefined;
  const suspend = () => {
    terminal.write(SHOW_CURSOR);
    // The default action of SIGTSTP, which a listener replaces.
    process.kill(process.pid, 'SIGSTOP');
  };
  const resume = () => void terminal.write(HIDE_CURSOR);
  process.on('SIGTSTP', suspend).on('SIGCONT', resume);
  return () => void process.off('SIGTSTP', suspend).off('SIGCONT', resume);
}
