import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The programs of Debian's packages libwebkit2gtk-4.1-0, webkit2gtk-driver and xvfb. */
export interface WebkitPrograms {
  browser: string;
  driver: string;
  display: string;
}

/** A page in WebKitGTK, controlled over the WebDriver protocol. */
export interface WebkitPage {
  open(url: string): Promise<void>;
  /** Runs script that returns a value. */
  run(script: string): Promise<unknown>;
  /** Waits until the expression is true in the page. */
  waitFor(expression: string): Promise<void>;
  /** Types into the element that the CSS selector finds. */
  type(selector: string, text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  takeScreenshot(path: string): Promise<void>;
}

const startMs = 30_000;
const waitMs = 60_000;
const pollMs = 200;
const enterKey = '\uE007';
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

const findPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
};

/** A display without a screen. The server chooses a free number and writes it to the pipe. */
const startDisplay = async (program: string): Promise<{ child: ChildProcess; name: string }> => {
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(child.stdio[3]!, 'data')) as [Buffer];
  return { child, name: `:${String(number).trim()}` };
};

const createCaller =
  (address: string) =>
  async (method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}): Promise<unknown> => {
    const response = await fetch(address + path, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };

const eventually = async (what: string, limitMs: number, look: () => Promise<boolean>): Promise<void> => {
  const limit = performance.now() + limitMs;
  while (!(await look())) {
    if (performance.now() > limit) throw new Error(`Not within ${limitMs} ms: ${what}`);
    await sleep(pollMs);
  }
};

const createPage = (call: ReturnType<typeof createCaller>, session: string): WebkitPage => {
  const post = (path: string, body?: object): Promise<unknown> => call('POST', `${session}${path}`, body);
  const run = (script: string): Promise<unknown> => post('/execute/sync', { script, args: [] });
  return {
    open: async (url) => void (await post('/url', { url })),
    run,
    waitFor: (expression) =>
      eventually(expression, waitMs, async () => (await run(`return Boolean(${expression})`)) === true),
    type: async (selector, text) => {
      const found = await post('/element', { using: 'css selector', value: selector });
      const id = (found as Record<string, string>)[elementKey];
      await post(`/element/${id}/value`, { text: text.replaceAll('\n', enterKey) });
    },
    resize: async (width, height) => void (await post('/window/rect', { width, height })),
    takeScreenshot: async (path) => {
      const picture = (await call('GET', `${session}/screenshot`)) as string;
      writeFileSync(path, Buffer.from(picture, 'base64'));
    },
  };
};

/** Starts WebKitGTK's MiniBrowser on a display of its own, and ends both after `work`. */
export const withWebkit = async (
  programs: WebkitPrograms,
  work: (page: WebkitPage) => Promise<void>,
): Promise<void> => {
  const display = await startDisplay(programs.display);
  const port = await findPort();
  const driver = spawn(programs.driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name, GDK_BACKEND: 'x11' },
    stdio: 'ignore',
  });
  const call = createCaller(`http://127.0.0.1:${port}`);
  try {
    await eventually('WebKitWebDriver answers', startMs, () =>
      call('GET', '/status').then(
        () => true,
        () => false,
      ),
    );
    const options = { binary: programs.browser, args: ['--automation'] };
    const { sessionId } = (await call('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })) as { sessionId: string };
    const session = `/session/${sessionId}`;
    try {
      await work(createPage(call, session));
    } finally {
      await call('DELETE', session);
    }
  } finally {
    await stop(driver);
    await stop(display.child);
  }
};
