// Ends a service with the npm that started it. A signal to npm reaches its shell at most, and `kill -9` not even that.
import { readFileSync } from 'node:fs';

/** How often it looks, in milliseconds. */
const LOOK_MS = 500;
/** The shells that npm may run a script with. One that has become its program is not between. */
const SHELL = /^(?:sh|ash|dash|bash|zsh|ksh)$/;

/** Calls `stop` once npm, which started this process, is gone, or the shell between them. */
export function followNpm(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parents = lineage();
  const timer = setInterval(() => {
    if (lineage() === parents) return;
    clearInterval(timer);
    stop();
  }, LOOK_MS);
  timer.unref();
}

/** Returns the process id of the parent, and if that is a shell, also of its parent, which only Linux tells by a file. */
function lineage(): string {
  const { ppid } = process;
  try {
    // The name, in parentheses, may have any character (proc_pid_stat(5)).
    const [, name = '', parent = ''] = /\((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${ppid}/stat`, 'utf8')) ?? [];
    return SHELL.test(name) ? `${ppid} ${parent}` : `${ppid}`;
  } catch {
    return `${ppid}`;
  }
}
