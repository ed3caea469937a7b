import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LedgerLine {
  path: string;
  /** The webhook-id header, where there was one. */
  id?: string;
  body: string;
}

export interface Mock {
  url: string;
  /** Recorded requests since the start, or since line `from`. */
  lines(from?: number): LedgerLine[];
}

export interface Mocks {
  model: Mock;
  receiver: Mock;
  desk: Mock;
  /** The SMTP server. */
  mail: Mock;
  /** The Bot API of Telegram. */
  telegram: Mock;
  close(): Promise<void>;
}

const program = join(import.meta.dirname, 'mock-server.ts');

const startMock = async (role: string, folder: string): Promise<{ mock: Mock; child: ChildProcess }> => {
  const path = join(folder, `${role}.jsonl`);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, role, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const mock: Mock = {
    url: `http://127.0.0.1:${Number(line.toString())}`,
    lines: (from = 0) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((text) => text !== '')
        .slice(from)
        .map((text) => JSON.parse(text) as LedgerLine),
  };
  return { mock, child };
};

/** The model, the developer's receiver, the human service, the mail server and Telegram, each a process with a request log in `folder`. */
export const startMocks = async (folder: string): Promise<Mocks> => {
  const [model, receiver, desk, mail, telegram] = await Promise.all(
    ['model', 'receiver', 'desk', 'mail', 'telegram'].map((role) => startMock(role, folder)),
  );
  const children = [model!, receiver!, desk!, mail!, telegram!].map(({ child }) => child);
  return {
    model: model!.mock,
    receiver: receiver!.mock,
    desk: desk!.mock,
    mail: mail!.mock,
    telegram: telegram!.mock,
    close: async () => {
      const exits = children.map((child) => once(child, 'exit'));
      for (const child of children) child.stdin?.end();
      await Promise.all(exits);
    },
  };
};
