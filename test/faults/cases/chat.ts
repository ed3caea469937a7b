import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { chatIn } from '../../support/browser/chat-page.ts';
import { startCuttableProxy } from '../../support/browser/cuttable-proxy.ts';
import { launchBrowser } from '../../support/browser/launch-browser.ts';
import { openWatchedPage } from '../../support/browser/watched-page.ts';
import { startModelServer } from '../../support/models/model-server.ts';
import { browserPath } from '../../support/runner/test-groups.ts';
import { changeFirstAgent } from '../../support/service/change-first-agent.ts';
import { testOperatorToken } from '../../support/service/service.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service/service-process.ts';
import type { FaultCase } from './fault-case.ts';

/** The user must learn within this time that the service is gone. */
const toldMs = 10_000;

/** A port that is free now. */
const findPort = async (): Promise<string> => {
  const proxy = await startCuttableProxy('http://127.0.0.1:1');
  proxy.close();
  return new URL(proxy.url).port;
};

const firstAgentId = async ({ address }: ServiceProcess): Promise<string> => {
  const headers = { authorization: `Bearer ${testOperatorToken}` };
  // biome-ignore lint/suspicious/noExplicitAny: bodies of the management API
  const read = async (path: string): Promise<any> =>
    (await fetch(`${address}/console/api${path}`, { headers })).json();
  const [workspace] = (await read('/workspaces')).items;
  return (await read(`/workspaces/${workspace.id}/agents`)).items[0].id;
};

const told = (page: Page, words: string) => page.getByText(words).waitFor({ timeout: toldMs });

const killUnderChat = async (): Promise<string | undefined> => {
  if (browserPath() === undefined) return 'no browser';
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-chat-kill-'));
  const model = await startModelServer();
  const browser = await launchBrowser();
  const port = await findPort();
  let service: ServiceProcess | undefined;
  const start = async (): Promise<ServiceProcess> => {
    service = await startServiceProcess({
      PORT: port,
      FRONTDESK_DATA_DIR: folder,
      FRONTDESK_MODEL_BASE_URL: model.url,
      FRONTDESK_MODEL_NAME: 'stub',
    });
    return service;
  };
  try {
    const first = await start();
    await changeFirstAgent(first, { channels: { enabled: { share: true } } });
    const { page } = await openWatchedPage(browser, { expected: /net::ERR_/ });
    const share = `${first.address}/share/${await firstAgentId(first)}`;
    await page.goto(share);
    const chat = chatIn(page);
    const bar = page.getByText('The service is not responding');
    await chat.answer('How is it?');
    // Longer than the silence limit of the page: only the heartbeats of the service keep the connection.
    await sleep(toldMs);
    assert.equal(await bar.count(), 0);

    model.pause();
    await chat.ask('And now?');
    await chat.answers.getByText('All', { exact: true }).waitFor();
    await first.kill();
    await told(page, 'It has received your message, but the answer may be cut off.');
    const second = await start();
    await chat.answers.getByText('The answer broke off. The service has received your message.').waitFor();
    await bar.waitFor({ state: 'detached' });
    model.goOn();
    await chat.button('Try again').click();
    await chat.answers.nth(1).getByText('All is well.').waitFor();

    await second.kill();
    await chat.ask('Sent while it is down');
    await told(page, 'has not confirmed your message');
    const third = await start();
    await chat.answers.nth(2).getByText('All is well.').waitFor();
    await bar.waitFor({ state: 'detached' });
    assert.equal(await chat.questions.filter({ hasText: 'Sent while it is down' }).count(), 1);

    await third.kill();
    await chat.ask('Closed too early');
    await told(page, 'has not confirmed your message');
    const later = await page.context().newPage();
    await page.close();
    await start();
    await later.goto(share);
    await later.getByText('Your last message was not confirmed. It is here to send again.').waitFor();
    assert.equal(await chatIn(later).message.inputValue(), 'Closed too early');
    await chatIn(later).message.press('Enter');
    await chatIn(later).answers.nth(3).getByText('All is well.').waitFor();
    assert.equal(await chatIn(later).questions.filter({ hasText: 'Closed too early' }).count(), 1);
  } finally {
    await browser.close();
    if (service?.process.exitCode === null && service.process.signalCode === null) await service.kill();
    await model.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return undefined;
};

export const chatCases: readonly FaultCase[] = [
  {
    name: 'the chat says what happened to a message after a kill',
    databases: ['sqlite'],
    run: killUnderChat,
  },
];
