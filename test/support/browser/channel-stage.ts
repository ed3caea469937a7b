import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createDesk } from '../../../examples/human-desk/desk.ts';
import { agentIdOf, openChannels } from '../channels/visitor.ts';
import { type Action, createScriptedModel, type ScriptedModel } from '../models/scripted-model.ts';
import { startSpeechServer } from '../servers/speech-server.ts';
import { type TestService, testApiKey, withService } from '../service/service.ts';
import { eventually } from '../time/eventually.ts';
import { type CuttableProxy, startCuttableProxy } from './cuttable-proxy.ts';
import { launchBrowser } from './launch-browser.ts';
import { type Site, startSite } from './site.ts';
import { openWatchedPage, type WatchedPage, type WatchOptions } from './watched-page.ts';

/** The agent's reply to a question that contains the word. Other questions are echoed. */
export type Answers = Record<string, (gate: Promise<void>) => Action[]>;

export interface ChannelStage {
  service: TestService;
  browser: Browser;
  agentId: string;
  /** The service's address, and one behind a proxy that can be cut. */
  url: string;
  line: CuttableProxy;
  site: Site;
  deskUrl: string;
  /** Transcript of every voice message. */
  spoken: string;
  speech: Awaited<ReturnType<typeof startSpeechServer>>;
  /** Requests to the model. */
  requests: ScriptedModel['requests'];
  /** Continues replies that wait. */
  release(): void;
  visit(path: string, options?: WatchOptions): Promise<WatchedPage>;
  addDocument(name: string, text: string, sourceUrl: string): Promise<void>;
}

const addDocument = async (service: TestService, name: string, text: string, source_url: string) => {
  const file_base64 = Buffer.from(text).toString('base64');
  const { body } = await service.call('POST', '/v1/bot/doc/text/add', {
    files: [{ file_name: name, file_base64, source_url }],
    chunk_token: 200,
  });
  const [{ doc_id }] = body.doc;
  await eventually(`${name} can be found`, async () => {
    const found = await service.call('GET', `/v1/bot/data/detail/list?data_ids=${doc_id}`);
    return found.body[0]?.data_status === 'AVAILABLE';
  });
};

/** One service, one browser, a site with another origin and a human service, shared by the channel tests. */
export const withChannelStage = async (
  answers: Answers,
  work: (stage: ChannelStage) => Promise<void>,
): Promise<void> => {
  const spoken = 'Where is my parcel?';
  let gate = Promise.withResolvers<void>();
  const script = createScriptedModel(
    () => {
      const asked = script.lastText();
      const found = Object.entries(answers).find(([word]) => asked.includes(word));
      return found ? found[1](gate.promise) : [{ say: 'You said: ' }, { say: asked }];
    },
    { takes: { image: true } },
  );
  const speech = await startSpeechServer(spoken);
  const languages = { FRONTDESK_SPEECH_TRANSCRIPTION_LANGUAGES: 'en' };
  const ends: (() => unknown)[] = [() => speech.close()];
  try {
    await withService(
      'sqlite',
      { ...script, environment: { ...speech.environment, ...languages } },
      async (service) => {
        const url = await service.app.server.listen({ host: '127.0.0.1', port: 0 });
        const desk = createDesk({
          folder: join(service.folder, 'desk'),
          serviceUrl: url,
          apiKey: testApiKey,
        });
        const deskUrl = await desk.listen({ host: '127.0.0.1', port: 0 });
        const line = await startCuttableProxy(url);
        const site = await startSite();
        const browser = await launchBrowser();
        ends.unshift(
          () => browser.close(),
          () => desk.close(),
          () => line.close(),
          () => site.close(),
        );
        await openChannels(service);
        await service.configure({
          allowedOrigins: [site.origin],
          humanService: { baseUrl: deskUrl, phrases: ['talk to a human'], firstReplySeconds: 3600 },
          channels: {
            greeting: 'Hello! How can we help?',
            messagesPerMinute: 1000,
            messagesPerMinutePerAddress: 1000,
          },
        });
        const stage: ChannelStage = {
          service,
          browser,
          url,
          line,
          site,
          deskUrl,
          spoken,
          speech,
          requests: script.requests,
          agentId: await agentIdOf(service),
          release: () => {
            gate.resolve();
            gate = Promise.withResolvers();
          },
          visit: async (path, options) => {
            const watched = await openWatchedPage(browser, options);
            await watched.page.goto(new URL(path, url).href);
            return watched;
          },
          addDocument: (...document) => addDocument(service, ...document),
        };
        try {
          await work(stage);
        } finally {
          for (const end of ends.splice(0)) await end();
        }
      },
    );
  } finally {
    for (const end of ends) await end();
  }
};
