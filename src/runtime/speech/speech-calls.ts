import type { Agent } from '../../agents/index.ts';
import type { Database } from '../../db/index.ts';
import type { Files, SharedFiles } from '../../files/index.ts';
import { claimKey, findKey, type IdempotencyKey, onceInTransaction } from '../../idempotency/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { FairOwner } from '../../lib/fair-queue.ts';
import { newId } from '../../lib/ids.ts';
import type { TokenUsage } from '../../models/index.ts';
import { RecognitionError } from '../../recognition/index.ts';
import type { Speech } from '../../speech/index.ts';
import { payAtOnce, priceUsage, type SpeechKind, totalNano } from '../../usage/index.ts';
import { hasCredits } from '../../workspaces/index.ts';
import type { Attachments, IncomingFile } from '../files/attachments.ts';
import { synthesisUsage, transcriptionUsage } from './audio-usage.ts';
import { transcribeFile } from './transcribe-file.ts';

interface SpeechCallDependencies {
  db: Database;
  clock: Clock;
  files: Files;
  sharedFiles: SharedFiles;
  attachments: Attachments;
  speech: Speech;
}

export interface SpeechCall {
  agent: Agent;
  idempotencyKey: IdempotencyKey | undefined;
  signal: AbortSignal;
  /** A visitor of a page, who has an own place in the queue and a storage quota. */
  visitor?: { id: string };
  /** Limit for a recording, below that of the engine. */
  maxSeconds?: number;
}

export interface SpokenFile {
  url: string;
  seconds: number;
}

/** A call of the API uses the share of the workspace, which its agents share fairly. */
const ownerOfCall = ({ agent, visitor }: SpeechCall): FairOwner => ({
  workspaceId: agent.workspaceId,
  userId: visitor ? `visitor:${visitor.id}` : `agent:${agent.id}`,
});

/** Speech outside conversations: a recording to text, a text to a recording. */
export const createSpeechCalls = (deps: SpeechCallDependencies) => {
  const { db, clock, files, sharedFiles, attachments, speech } = deps;

  /** Response of an earlier call with this key. */
  const answered = async (key: IdempotencyKey | undefined): Promise<string | undefined> =>
    key && ((await findKey(db.query, key, clock.nowMs()))?.response ?? undefined);

  /** The length is known only afterwards. Calls that certainly cannot be paid are not started. */
  const refuseUnpaid = async ({ agent }: SpeechCall, leastTokens: TokenUsage): Promise<void> => {
    const nano = totalNano(priceUsage(leastTokens, agent.settings.prices));
    if (!(await hasCredits(db.query, agent.workspaceId, nano))) throw new AppError('insufficientCredits');
  };

  /**
   * Charged afterwards, when the length is known. Rejected without enough credits. Returns the
   * response that counts: that of another call with the same key, if that one was charged.
   */
  const charge = async (
    { agent, idempotencyKey }: SpeechCall,
    {
      kind,
      model,
      tokens,
      response,
      fileId,
    }: {
      kind: SpeechKind;
      model: string;
      tokens: TokenUsage;
      response: string;
      /** An unreferenced file in the response. */
      fileId?: string;
    },
  ): Promise<string> => {
    const costNano = totalNano(priceUsage(tokens, agent.settings.prices));
    const nowMs = clock.nowMs();
    return onceInTransaction(db, idempotencyKey, async (tx) => {
      const earlier =
        idempotencyKey && (await claimKey(tx, idempotencyKey, { roundId: null, response }, nowMs));
      if (earlier) return earlier.response ?? response;
      const isPaid = await payAtOnce(tx, {
        id: newId(nowMs),
        workspaceId: agent.workspaceId,
        agentId: agent.id,
        kind,
        model,
        tokens,
        costNano,
        nowMs,
      });
      if (!isPaid) throw new AppError('insufficientCredits');
      if (fileId !== undefined) await files.markReferenced(tx, [fileId]);
      return response;
    });
  };

  return {
    /** Whether recordings of a user with these languages can be transcribed. */
    understands: speech.understands,
    toText: async (call: SpeechCall, incoming: Omit<IncomingFile, 'type' | 'kind'>): Promise<string> => {
      const { agent, signal } = call;
      const earlier = await answered(call.idempotencyKey);
      if (earlier !== undefined) return earlier;
      const part = await attachments.accept(
        agent,
        { ...incoming, type: 'file', kind: 'audio' },
        call.visitor?.id,
      );
      try {
        const admit = (length: number) => refuseUnpaid(call, transcriptionUsage(length));
        const { text, seconds } = await transcribeFile(
          { files, speech },
          part,
          signal,
          admit,
          ownerOfCall(call),
          call.maxSeconds,
        );
        return await charge(call, {
          kind: 'asr',
          model: speech.listenerName,
          response: text,
          tokens: transcriptionUsage(seconds),
        });
      } catch (error) {
        if (error instanceof RecognitionError)
          throw new AppError('invalidParameter', `${incoming.field}: ${error.message}`, { cause: error });
        throw error;
      } finally {
        await attachments.discard([part]);
      }
    },

    toAudio: async (call: SpeechCall, text: string): Promise<SpokenFile> => {
      const earlier = await answered(call.idempotencyKey);
      if (earlier !== undefined) return JSON.parse(earlier);
      if (!speech.speaks(text))
        throw new AppError(
          'invalidParameter',
          `text is in a language the voice ${speech.voiceName} does not speak; a speech server can be set up for it`,
        );
      await refuseUnpaid(call, synthesisUsage(speech.leastSeconds(text)));
      const { bytes, seconds } = await speech.speak(text, call.signal, ownerOfCall(call));
      if (bytes.length === 0)
        throw new AppError('invalidParameter', 'text must contain something that can be spoken');
      const { fileId, url } = await sharedFiles.share({
        workspaceId: call.agent.workspaceId,
        agent: call.agent,
        name: 'speech.mp3',
        mediaType: 'audio/mpeg',
        source: { bytes },
        isUnreferenced: true,
      });
      const response = JSON.stringify({ url, seconds } satisfies SpokenFile);
      try {
        const counts = await charge(call, {
          kind: 'tts',
          model: speech.voiceName,
          response,
          fileId,
          tokens: synthesisUsage(seconds),
        });
        return JSON.parse(counts);
      } finally {
        // Not charged, or spoken twice in parallel: the file is still unreferenced and not needed.
        await files.discard([fileId]);
      }
    },
  };
};

export type SpeechCalls = ReturnType<typeof createSpeechCalls>;
