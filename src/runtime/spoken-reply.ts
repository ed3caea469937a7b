import { audioTokens, splitSentences } from '../speech/index.ts';
import { noTokens } from '../usage/index.ts';
import type { AgentRun } from './agent-run.ts';
import type { ReplyAudio, ReplyOutput, SpokenEvent } from './reply-events.ts';

/** Of sound in one event; a multiple of three, so that fragments of base64 can be joined before or after decoding. */
const fragmentBytes = 24_000;

/** A sentence that was spoken: where it stands in everything that was said. */
interface Sentence {
  start: number;
  bytes: Uint8Array;
  seconds: number;
}

interface SpokenReply {
  /** The run as the agent gets it: what it says is also spoken. */
  run: AgentRun;
  /** Waits for the last sentence, and gives every output its sound. */
  finish(outputs: ReplyOutput[]): Promise<ReplyOutput[]>;
}

/** Sound in fragments whose base64 needs no padding, except at the very end. */
const createFragments = (tell: (audio: string) => void) => {
  let held = Buffer.alloc(0);
  const tellWhole = (bytes: Buffer): void => {
    for (let start = 0; start < bytes.length; start += fragmentBytes)
      tell(bytes.subarray(start, start + fragmentBytes).toString('base64'));
  };
  return {
    push: (bytes: Uint8Array): void => {
      const all = Buffer.concat([held, bytes]);
      const whole = all.length - (all.length % 3);
      held = all.subarray(whole);
      tellWhole(all.subarray(0, whole));
    },
    end: (): void => tellWhole(held),
  };
};

/** Speaks one sentence and puts it on the bill. Without sound where the voice fails: the text is the reply. */
const speakSentence = async (run: AgentRun, text: string, start: number): Promise<Sentence | undefined> => {
  const { speech } = run.ports;
  try {
    return await run.trace.step('speech', speech.voiceName, async (note) => {
      const { bytes, seconds } = await speech.speak(text, run.signal);
      if (bytes.length === 0) return undefined;
      const tokens = audioTokens(seconds, 'spoken');
      const used = { ...noTokens(), completionTokens: tokens, completionAudioTokens: tokens };
      note(run.meter.add(used, speech.voiceName, 'tts'));
      return { start, bytes, seconds };
    });
  } catch {
    run.signal.throwIfAborted();
    return undefined;
  }
};

const keepAudio = async (
  run: AgentRun,
  transcript: string,
  sentences: readonly Sentence[],
): Promise<ReplyAudio[]> => {
  if (sentences.length === 0) return [];
  const { fileId, url } = await run.ports.speech.share({
    workspaceId: run.round.workspaceId,
    name: 'reply.mp3',
    mediaType: 'audio/mpeg',
    source: { bytes: Buffer.concat(sentences.map(({ bytes }) => bytes)) },
  });
  const seconds = sentences.reduce((sum, sentence) => sum + sentence.seconds, 0);
  return [{ url, transcript, seconds: Math.round(seconds * 1000) / 1000, fileId }];
};

/** Between two outputs a blank line is streamed. */
const separatorLength = 2;

/** Speaks a reply sentence by sentence while it is still being written. The text never waits for the voice. */
const speakAlong = (run: AgentRun): SpokenReply => {
  const spoken: Sentence[] = [];
  let unspoken = '';
  let position = 0;
  let queue: Promise<void> = Promise.resolve();
  const fragments = createFragments((audio) => run.emit({ type: 'audio-delta', audio, transcript: '' }));

  const enqueue = (sentence: string): void => {
    const start = position;
    position += sentence.length;
    queue = queue.then(async () => {
      const sound = await speakSentence(run, sentence, start);
      run.emit({ type: 'audio-delta', audio: '', transcript: sentence });
      if (!sound) return;
      spoken.push(sound);
      fragments.push(sound.bytes);
    });
    // Told at the end; until then a failure must not end the process.
    queue.catch(() => {});
  };

  const emit = (event: SpokenEvent): void => {
    run.emit(event);
    if (event.type !== 'text-delta') return;
    const { sentences, rest } = splitSentences(unspoken + event.text);
    for (const sentence of sentences) enqueue(sentence);
    unspoken = rest;
  };

  return {
    run: { ...run, emit },
    finish: async (outputs) => {
      if (unspoken !== '') enqueue(unspoken);
      await queue;
      fragments.end();
      const finished: ReplyOutput[] = [];
      let start = 0;
      for (const output of outputs) {
        const end = start + output.text.length;
        const own = spoken.filter((sentence) => sentence.start >= start && sentence.start < end);
        finished.push({ ...output, audio: await keepAudio(run, output.text, own) });
        start = end + separatorLength;
      }
      return finished;
    },
  };
};

/** Version 1 has no place for sound, so nothing is spoken there. */
export const openSpokenReply = (run: AgentRun): SpokenReply =>
  run.agent.settings.output.audio && run.round.apiVersion === 2
    ? speakAlong(run)
    : { run, finish: async (outputs) => outputs };
