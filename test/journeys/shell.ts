// Runs scripts one after another in a single bash process, so that later ones see the variables of earlier ones.
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Shell = { run(script: string): Promise<string>; stop(): void };

/** Starts bash in `directory`, where it also keeps the scripts. The first failing command ends it. */
export function startShell(directory: string): Shell {
  const bash = spawn('bash', ['-euo', 'pipefail', '-s'], { cwd: directory, detached: true });
  let printed = '';
  let errors = '';
  let scripts = 0;
  bash.stdout.on('data', (data) => {
    printed += data;
  });
  bash.stderr.on('data', (data) => {
    errors += data;
  });
  return {
    /** Returns what the script prints. Rejects when a command fails, then or in an earlier script. */
    async run(script) {
      scripts += 1;
      const end = `end of script ${scripts}\n`;
      const file = join(directory, `script-${scripts}.sh`);
      await writeFile(file, script);
      printed = '';
      bash.stdin.write(`. '${file}' < /dev/null\nprintf '%s' '${end}'\n`);
      await settled(bash, () => printed.endsWith(end));
      if (!printed.endsWith(end)) throw new Error(`bash ended with ${bash.exitCode} after:\n${printed}\n${errors}`);
      return printed.slice(0, -end.length);
    },
    stop() {
      if (bash.exitCode === null) process.kill(-(bash.pid as number), 'SIGKILL');
    },
  };
}

/** Resolves when bash has printed what is waited for, or has ended. */
function settled(bash: ChildProcess, isDone: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isDone() && bash.exitCode === null) return;
      bash.stdout?.off('data', look);
      bash.off('close', look);
      resolve();
    };
    bash.stdout?.on('data', look);
    bash.on('close', look);
    look();
  });
}
