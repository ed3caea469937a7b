import { isTestChannel } from '../../lib/test-chat-channel.ts';
import type { ReplyAudio, ReplyOutput } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import type { DeltaEvent, OutputEvent, ReplyMode } from '../events/output-event.ts';
import { createSoundFragments } from './sound-fragments.ts';
import { createSpeaker, type SpokenSentence } from './speak-sentence.ts';
import { createSpokenPieces, type SpokenPiece } from './spoken-pieces.ts';

interface SpokenReply {
  /** The run for the agent, whose output is written, spoken or both. */
  run: AgentRun;
  /** Waits for the last sentence, and adds the sound to every output. */
  finish(outputs: ReplyOutput[]): Promise<ReplyOutput[]>;
  /** After a stop: the outputs so far, each with its sound so far. */
  stop(outputs: ReplyOutput[]): Promise<ReplyOutput[]>;
}

interface SpokenReplyInput {
  run: Omit<AgentRun, 'emit'>;
  /** Sends to the client at once. Throws if the run has ended. */
  onEvent(event: DeltaEvent): void;
}

const textOf = (sentences: readonly SpokenSentence[]): string =>
  sentences
    .map(({ text }) => text)
    .join('')
    .trim();

/** Version 1 has no sound. Visitors of a widget read: sound alone is for developers who request it. */
const modeFor = (
  { round, agent }: Pick<AgentRun, 'round' | 'agent'>,
  wanted: ReplyMode | null,
): ReplyMode => {
  if (round.apiVersion === 1) return 'text';
  const mode = wanted ?? (agent.settings.output.audio ? 'both' : 'text');
  const isDeveloper = round.channel === 'API' || isTestChannel(round.channel);
  return mode === 'audio' && !isDeveloper ? 'both' : mode;
};

/** Speaks a reply sentence by sentence while it is being written. Text never waits for speech. */
export const openSpokenReply = ({ run, onEvent }: SpokenReplyInput): SpokenReply => {
  const fragments = createSoundFragments((audio) => onEvent({ type: 'audio-delta', audio, transcript: '' }));
  const speak = createSpeaker(run);
  let queue: Promise<void> = Promise.resolve();

  const say = async (piece: SpokenPiece, sentence: string): Promise<void> => {
    const spoken = await speak(sentence);
    if (spoken === 'unspoken') piece.isWhole = false;
    else if (spoken !== 'silent') piece.spoken.push(spoken);
    piece.sentencesLeft -= 1;
    if (spoken !== 'unspoken') onEvent({ type: 'audio-delta', audio: '', transcript: sentence });
    if (typeof spoken === 'object') fragments.push(spoken.bytes);
    pieces.advance();
  };

  const pieces = createSpokenPieces({
    write: (text) => onEvent({ type: 'text-delta', text }),
    speak: (piece, sentence) => {
      queue = queue.then(() => say(piece, sentence));
      // Reported at the end. Until then a failure must not end the process.
      queue.catch(() => {});
    },
  });

  const keep = async (piece: SpokenPiece, transcript: string): Promise<ReplyAudio[]> => {
    if (piece.spoken.length === 0) return [];
    const { fileId, url } = await run.ports.speech.share({
      workspaceId: run.round.workspaceId,
      agent: run.agent,
      mayExceedQuota: true,
      name: 'reply.mp3',
      mediaType: 'audio/mpeg',
      source: { bytes: Buffer.concat(piece.spoken.map(({ bytes }) => bytes)) },
    });
    const seconds = piece.spoken.reduce((sum, sentence) => sum + sentence.seconds, 0);
    return [{ url, transcript, seconds: Math.round(seconds * 1000) / 1000, fileId }];
  };

  const finished = async (output: ReplyOutput, piece: SpokenPiece | undefined): Promise<ReplyOutput> => {
    if (!piece) return output;
    piece.audio ??= await keep(piece, piece.isWhole ? output.text : textOf(piece.spoken));
    return { ...output, audio: piece.audio, ...(piece.isWritten ? {} : { isAudioOnly: true }) };
  };

  /** Of an output that is only spoken, only the spoken part is kept. */
  const stopped = async (output: ReplyOutput, piece: SpokenPiece | undefined): Promise<ReplyOutput> => {
    if (!piece) return output;
    const text = textOf(piece.spoken);
    piece.audio ??= await keep(piece, text);
    return piece.isWritten
      ? { ...output, audio: piece.audio }
      : { ...output, text, audio: piece.audio, isAudioOnly: true };
  };

  return {
    run: {
      ...run,
      emit: ({ text, opens }: OutputEvent): void => {
        run.signal.throwIfAborted();
        pieces.add(text, opens || pieces.all.length === 0 ? modeFor(run, opens?.mode ?? null) : undefined);
      },
    },
    finish: async (outputs) => {
      pieces.close();
      await queue;
      fragments.end();
      return Promise.all(outputs.map((output, index) => finished(output, pieces.all[index])));
    },
    stop: async (outputs) => {
      await queue.catch(() => {});
      const given = await Promise.all(outputs.map((output, index) => stopped(output, pieces.all[index])));
      return given.filter(({ text, isAudioOnly }) => text !== '' || !isAudioOnly);
    },
  };
};
