import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DeskSession } from '../../../examples/human-desk/desk-session.ts';
import { testApiKey } from '../service/service.ts';

const program = join(import.meta.dirname, '../../../examples/human-desk/main.ts');

export interface DeskProcess {
  url: string;
  /** A call of the desk's page. */
  post(path: string, body: object): Promise<number>;
  /** What the desk's page shows. */
  sessions(): Promise<DeskSession[]>;
  kill(): Promise<void>;
}

/** The example human desk as a process of its own. */
export const startDesk = async (settings: {
  serviceUrl: string;
  folder: string;
  port?: number;
}): Promise<DeskProcess> => {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      FRONTDESK_URL: settings.serviceUrl,
      FRONTDESK_API_KEY: testApiKey,
      DESK_PORT: String(settings.port ?? 0),
      DESK_DATA: settings.folder,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes;
      const found = /open: (http:\/\/\S+)/.exec(output);
      if (found) resolve(found[1]!);
    });
    void exited.then(() => reject(new Error(`The desk ended before it listened:\n${output}`)));
  });
  return {
    url,
    post: async (path, body) => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await response.body?.cancel();
      return response.status;
    },
    sessions: async () => {
      const response = await fetch(`${url}/desk/events`);
      let text = '';
      for await (const bytes of response.body!) {
        text += Buffer.from(bytes).toString('utf8');
        if (text.includes('\n\n')) break;
      }
      return JSON.parse(text.slice('data: '.length)) as DeskSession[];
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
};
