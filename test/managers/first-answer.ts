/** Measures the time from an empty folder to a route's first answer: npm run bench:first-answer */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMachine } from './open-machine.ts';

const ROUNDS = 3;

const MANAGERS = [
  { name: 'npm', add: 'npm install', wf: 'npx wf', install: 'npm install' },
  { name: 'pnpm', add: 'pnpm add', wf: 'pnpm wf', install: 'pnpm install' },
];

await using machine = await openMachine();
for (const manager of MANAGERS) {
  const times: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(await measure(manager, machine.path(`${manager.name}${round}`)));
  // The first round fills the cache of the package manager.
  const [cold = [], ...warm] = times.map((parts) => [...parts, parts.reduce((sum, part) => sum + part, 0)]);
  print(`${manager.name}, empty cache`, cold);
  print(
    `${manager.name}, packages cached`,
    warm.toSorted((one, other) => (one.at(-1) ?? 0) - (other.at(-1) ?? 0))[0] ?? [],
  );
}

async function measure({ add, wf, install }: (typeof MANAGERS)[number], folder: string): Promise<number[]> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
  const project = join(folder, 'support');
  return [
    await timed(folder, `${add} "${machine.tarball}"`),
    await timed(folder, `${wf} init support --template basic`),
    await timed(project, install),
    await timed(project, `${wf} run / --input message="I was charged twice"`),
  ];
}

async function timed(folder: string, command: string): Promise<number> {
  const start = performance.now();
  await machine.run(folder, command);
  return performance.now() - start;
}

function print(what: string, [add = 0, init = 0, install = 0, run = 0, all = 0]: readonly number[]): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const parts = `add ${seconds(add)}, init ${seconds(init)}, install ${seconds(install)}, run ${seconds(run)}`;
  process.stdout.write(`${what}: ${seconds(all)} (${parts})\n`);
}
