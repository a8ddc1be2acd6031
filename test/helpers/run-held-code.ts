import { text } from 'node:stream/consumers';
import { createSandbox } from '../../src/sandbox/create-sandbox.ts';
import { startHeld } from '../../src/sandbox/held-process.ts';

interface HeldCode {
  /** Of an ES module, which may read what is `readable`. */
  readonly code: string;
  readonly flags?: readonly string[];
  readonly args?: readonly string[];
  readonly readable: readonly string[];
}

/** Runs code in the strongest sandbox. @returns what it wrote */
export async function runHeldCode({ code, flags = [], args = [], readable }: HeldCode) {
  const launch = await createSandbox().launch({
    flags: [...flags, '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code],
    script: '--',
    args,
    readable,
    linked: [],
    hasNativeCode: false,
    hasNetwork: false,
    memoryMb: 512,
    user: null,
  });
  const { child } = startHeld(launch, {});
  const outputs = [child.stdout, child.stderr].map(async (output) => (output === null ? '' : await text(output)));
  const [stdout = '', stderr = ''] = await Promise.all(outputs);
  return { stdout, stderr };
}
