// CommonJS without modern syntax, so that any Node can run it.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');

const CHECK_MS = 500;
const SHELL = /^-?(sh|dash|bash|ash|busybox|zsh|ksh)$/;

let isWatching = false;

/**
 * Sends this process SIGTERM when the npm that runs it ends. npm starts a shell, and the shell starts this process: a signal
 * that reaches only npm or the shell would leave this process running without them. Has no effect without npm: a process
 * that was started from a terminal may outlive it.
 */
function stopWithNpm() {
  if (isWatching || !process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  // In a container npm may be process 1, and its end is the end of the container.
  if (parent <= 1) return;
  isWatching = true;
  const above = describe(parent);
  const npm = above && SHELL.test(above.command) && above.parent > 1 ? above.parent : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || isAlive(npm))) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_MS);
  timer.unref();
}

/** The command and the parent of a process; null if they cannot be found out. */
function describe(pid) {
  try {
    if (process.platform === 'linux') {
      const [, command, rest] = /^\d+ \((.*)\) \S (.*)$/s.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
      return { command, parent: Number(rest.split(' ')[0]) };
    }
    const line = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [, parent, command] = /^(\d+)\s+(.*)$/s.exec(line);
    return { command: command.split('/').pop(), parent: Number(parent) };
  } catch {
    return null;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return error.code === 'EPERM';
  }
}

module.exports = { stopWithNpm };
