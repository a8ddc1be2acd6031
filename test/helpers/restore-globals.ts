import { afterAll } from 'vitest';

/** Creating a server replaces them, and the next file of the process would begin with what it finds. */
const replaced = (['Request', 'Response'] as const).map(
  (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
);

afterAll(() => {
  for (const [name, native] of replaced) {
    if (native !== undefined) Object.defineProperty(globalThis, name, native);
  }
});
