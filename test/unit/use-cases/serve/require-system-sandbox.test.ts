import { expect, test } from 'vitest';
import { requireSystemSandbox } from '../../../../src/use-cases/serve/require-system-sandbox.ts';

test.each(['bubblewrap', 'namespaces'] as const)('%s is a sandbox of the system', (kind) => {
  expect(() => requireSystemSandbox(kind)).not.toThrow();
});

test('Node alone is none', () => {
  expect(() => requireSystemSandbox('permission-model')).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message:
        "Only Node's permission model confines deployed code here, and hostile code can escape it. --require-sandbox needs bubblewrap or util-linux, on Linux, with user namespaces allowed.",
      nextSteps: ['apt install bubblewrap', 'wf help security'],
    }),
  );
});
