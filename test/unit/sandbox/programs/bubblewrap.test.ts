import { expect, test } from 'vitest';
import { launchByBubblewrap } from '../../../../src/sandbox/programs/bubblewrap.ts';

const programs = { bwrap: '/bin/bwrap', unshare: '/bin/unshare', prlimit: '/bin/prlimit', setpriv: '/bin/setpriv' };

const root = {
  files: [{ source: '/srv/libc.so', target: '/lib/libc.so.6' }],
  nativeFiles: [{ source: '/srv/libstdc++.so', target: '/lib/libstdc++.so.6' }],
  links: [{ source: 'usr/lib', target: '/lib' }],
};

/** Launches a program with every right or with none. */
function launch(isFull: boolean) {
  const program = {
    flags: [],
    script: '/srv/host.js',
    args: [],
    readable: ['/srv/host.js', "/data/it's a.mjs"],
    hasNativeCode: isFull,
    socketFolder: isFull ? '/run/wf' : null,
    hasNetwork: isFull,
    memoryMb: 64,
    user: isFull ? 70_001 : null,
  };
  const { args, ...rest } = launchByBubblewrap(programs, root, program, ['--flag', '/srv/host.js', 'one']);
  return { ...rest, words: args.map((word) => (word === process.execPath ? 'node' : word)) };
}

test('a program sees only its files, in namespaces of its own, without a network', () => {
  const { words, ...rest } = launch(false);
  expect(rest).toEqual({ file: '/bin/unshare', detached: true, group: null });
  expect(words.join('\n')).toMatchSnapshot();
});

test('a program with every right has a network, a folder for its socket, and a user of its own', () => {
  const [none, all] = [launch(false), launch(true)];
  const added = all.words.filter((word) => !none.words.includes(word));
  const removed = none.words.filter((word) => !all.words.includes(word));
  expect({ file: all.file, added, removed }).toMatchSnapshot();
});
