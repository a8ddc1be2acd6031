// Runs wf on a newer Node that a project has installed as a package. Written for old versions of Node, see wf.js.
import { spawn, spawnSync } from 'child_process';
import { existsSync } from 'fs';
import { basename, dirname, join } from 'path';
import { fileURLToPath } from 'url';

export function runOnNewerNode(neededMajor) {
  var self = fileURLToPath(new URL('./wf.js', import.meta.url));
  var node = findNode(foldersAround(self), neededMajor);
  if (node === null) {
    process.stderr.write(
      'Error: wf needs Node ' +
        neededMajor +
        ' or newer, and this is ' +
        process.version +
        '.\n' +
        '  Try: npm install node@' +
        neededMajor +
        '   (where wf is installed; with -g if wf is global)\n',
    );
    process.exitCode = 1;
    return;
  }
  var child = spawn(node, [self].concat(process.argv.slice(2)), { stdio: 'inherit' });
  ['SIGINT', 'SIGTERM'].forEach(function (signal) {
    process.on(signal, function () {
      // Ctrl-C reaches the child on its own; pass on a signal that only this process got.
      if (signal === 'SIGTERM') child.kill(signal);
    });
  });
  child.on('exit', function (code, signal) {
    process.exitCode = code === null ? 128 + (signal === 'SIGINT' ? 2 : 15) : code;
  });
}

// Not in the working folder or above it: a program there is that folder's, whoever it belongs to, and any command would
// run it, completion included.
function findNode(folders, neededMajor) {
  var name = process.platform === 'win32' ? 'node.exe' : 'node';
  for (var i = 0; i < folders.length; i += 1) {
    var packages = join(folders[i], 'node_modules');
    var found = [join(packages, '.bin', name), join(packages, 'node', 'bin', name)].find(function (file) {
      return existsSync(file) && majorOf(file) >= neededMajor;
    });
    if (found) return found;
  }
  return null;
}

// The folder of this package, and those that it is installed into.
function foldersAround(self) {
  var root = dirname(dirname(self));
  var folders = [root];
  for (var folder = root; dirname(folder) !== folder; folder = dirname(folder)) {
    if (basename(folder) === 'node_modules') folders.push(dirname(folder));
  }
  return folders;
}

function majorOf(node) {
  var answer = spawnSync(node, ['--version'], { encoding: 'utf8' });
  var match = /^v(\d+)\./.exec(answer.stdout || '');
  return match === null ? 0 : Number(match[1]);
}
