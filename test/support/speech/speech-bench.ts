import { after, beforeEach } from 'node:test';
import { createScriptedModel, type ScriptedModel } from '../models/scripted-model.ts';
import { soundOf, startSpeechServer } from '../servers/speech-server.ts';
import type { TestService } from '../service/service.ts';

/** Transcript of every recording. */
export const heardText = 'Where is my parcel?';
export const sentences = ['It is on its way. ', 'It arrives on Monday!\n\n', 'Anything else?'];
export const reply = sentences.join('');
export const recording = soundOf('abcdefghij').toString('base64');
export const prices = {
  textInputPerMillion: '1',
  textOutputPerMillion: '1',
  audioInputPerMillion: '1000',
  audioOutputPerMillion: '2000',
};

/** A speech server for the tests of one file, and a model that streams `reply`. Closed after the file's tests. */
export const startSpeechBench = async () => {
  const speechServer = await startSpeechServer(heardText);
  after(speechServer.close);
  beforeEach(() => {
    speechServer.repair();
    speechServer.spoken.length = 0;
  });
  let scripted: ScriptedModel | undefined;
  return {
    speechServer,
    /** The model of the service under test. */
    scripted: (): ScriptedModel => scripted!,
    /** Options of the service under test. */
    speaking: (takes = {}) => {
      // Pieces that do not end at word boundaries.
      const pieces = reply.match(/[\s\S]{1,7}/g) ?? [];
      scripted = createScriptedModel(() => pieces.map((say) => ({ say })), { takes });
      return { models: scripted.models, environment: speechServer.environment };
    },
  };
};

export const send = async ({ call }: Pick<TestService, 'call'>, content: unknown, more: object = {}) => {
  const { body } = await call('POST', '/v1/conversation', { user_id: 'ada' });
  const messages = [{ role: 'user', content }];
  return call('POST', '/v2/conversation/message', { ...body, messages, ...more });
};

export const fetchFile = async ({ app }: TestService, url: string, headers: Record<string, string> = {}) =>
  app.server.inject({ method: 'GET', url: url.replace(/^https?:\/\/[^/]+/, ''), headers });

export const readLedger = async ({ app }: TestService) =>
  app.db.query
    .selectFrom('ledger_entries')
    .select(['kind', 'model', 'credits_nano'])
    .where('kind', '<>', 'top_up')
    .orderBy('kind')
    .execute();
