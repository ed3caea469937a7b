import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** From a terminal without echo; from a pipe, the first line. */
export const readSecret = (prompt: string): Promise<string> => {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(prompt);
  // readline echoes to its output, so this output discards everything.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => {
      if (isTerminal) process.stderr.write('\n');
      reject(new Error('No password was given'));
    });
  });
};
