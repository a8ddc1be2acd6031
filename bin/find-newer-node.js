// Runs wf on a newer Node that a project has installed as a package. Written for old versions of Node, see wf.js.
import { spawn, spawnSync } from 'child_process';
import { existsSync } from 'fs';
import { dirname, join } from 'path';
import { fileURLToPath } from 'url';

export function runOnNewerNode(neededMajor) {
  var self = fileURLToPath(new URL('./wf.js', import.meta.url));
  var node = findNode([process.cwd(), dirname(self)], neededMajor);
  if (node === null) {
    process.stderr.write(
      'Error: wf needs Node ' +
        neededMajor +
        ' or newer, and this is ' +
        process.version +
        '.\n' +
        '  Try: npm install node@' +
        neededMajor +
        '   (puts one into this project, wf finds it there)\n',
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

function findNode(starts, neededMajor) {
  var name = process.platform === 'win32' ? 'node.exe' : 'node';
  for (var i = 0; i < starts.length; i += 1) {
    for (var folder = starts[i]; ; folder = dirname(folder)) {
      var candidates = [join(folder, 'node_modules', '.bin', name), join(folder, 'node_modules', 'node', 'bin', name)];
      var found = candidates.find(function (file) {
        return existsSync(file) && majorOf(file) >= neededMajor;
      });
      if (found) return found;
      if (dirname(folder) === folder) break;
    }
  }
  return null;
}

function majorOf(node) {
  var answer = spawnSync(node, ['--version'], { encoding: 'utf8' });
  var match = /^v(\d+)\./.exec(answer.stdout || '');
  return match === null ? 0 : Number(match[1]);
}
