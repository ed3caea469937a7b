import type { Agent } from '../agents/index.ts';
import type { Database } from '../db/index.ts';
import type { Files, SharedFiles } from '../files/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import type { TokenUsage } from '../models/index.ts';
import { RecognitionError } from '../recognition/index.ts';
import { audioTokens, type Speech } from '../speech/index.ts';
import {
  insertLedgerEntry,
  noTokens,
  priceUsage,
  reserveCredits,
  type SpeechKind,
  settleCredits,
  totalNano,
} from '../usage/index.ts';
import type { Attachments, IncomingFile } from './attachments.ts';
import { hearFile } from './hear-file.ts';

interface SpeechCallDependencies {
  db: Database;
  clock: Clock;
  files: Files;
  sharedFiles: SharedFiles;
  attachments: Attachments;
  speech: Speech;
}

/** Speech outside conversations: a recording to text, a text to a recording. */
export const createSpeechCalls = (deps: SpeechCallDependencies) => {
  const { db, clock, files, sharedFiles, attachments, speech } = deps;

  /** Paid once it is done and known how long it was; refused where the credits are not there. */
  const charge = async (agent: Agent, kind: SpeechKind, model: string, tokens: TokenUsage): Promise<void> => {
    const costNano = totalNano(priceUsage(tokens, agent.settings.prices));
    const { workspaceId } = agent;
    const nowMs = clock.nowMs();
    await db.transaction(async (tx) => {
      if (costNano > 0) {
        if (!(await reserveCredits(tx, workspaceId, costNano))) throw new AppError('insufficientCredits');
        await settleCredits(tx, { workspaceId, reservedNano: costNano, costNano });
      }
      await insertLedgerEntry(tx, {
        ...{ id: newId(nowMs), workspace_id: workspaceId, agent_id: agent.id, kind, model },
        ...{ conversation_id: null, round_id: null, user_id: null },
        tokens: JSON.stringify(tokens),
        credits_nano: costNano,
        created_at: nowMs,
      });
    });
  };

  return {
    toText: async (
      agent: Agent,
      incoming: Omit<IncomingFile, 'type' | 'kind'>,
      signal: AbortSignal,
    ): Promise<string> => {
      const part = await attachments.accept(agent, { ...incoming, type: 'file', kind: 'audio' });
      try {
        const { text, seconds } = await hearFile({ files, speech }, part, signal);
        const tokens = audioTokens(seconds, 'heard');
        await charge(agent, 'asr', speech.listenerName, {
          ...noTokens(),
          ...{ promptTokens: tokens, promptAudioTokens: tokens },
        });
        return text;
      } catch (error) {
        if (error instanceof RecognitionError)
          throw new AppError('invalidParameter', `${incoming.field}: ${error.message}`, { cause: error });
        throw error;
      } finally {
        await attachments.discard([part]);
      }
    },

    toAudio: async (
      agent: Agent,
      text: string,
      signal: AbortSignal,
    ): Promise<{ url: string; seconds: number }> => {
      const { bytes, seconds } = await speech.speak(text, signal);
      if (bytes.length === 0)
        throw new AppError('invalidParameter', 'text must hold something that can be spoken');
      const tokens = audioTokens(seconds, 'spoken');
      await charge(agent, 'tts', speech.voiceName, {
        ...noTokens(),
        ...{ completionTokens: tokens, completionAudioTokens: tokens },
      });
      const { url } = await sharedFiles.share({
        workspaceId: agent.workspaceId,
        name: 'speech.mp3',
        mediaType: 'audio/mpeg',
        source: { bytes },
      });
      return { url, seconds };
    },
  };
};

export type SpeechCalls = ReturnType<typeof createSpeechCalls>;
