/** Encodes 16-bit mono WAV, because the service does not accept the formats that browsers record in. */
export const encodeWav = (samples: Float32Array, sampleRate: number): Blob => {
  const headerBytes = 44;
  const view = new DataView(new ArrayBuffer(headerBytes + samples.length * 2));
  const writeText = (at: number, text: string): void => {
    for (let index = 0; index < text.length; index++) view.setUint8(at + index, text.charCodeAt(index));
  };
  writeText(0, 'RIFF');
  view.setUint32(4, view.byteLength - 8, true);
  writeText(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  writeText(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  for (const [index, sample] of samples.entries()) {
    const limited = Math.max(-1, Math.min(1, sample));
    view.setInt16(headerBytes + index * 2, limited < 0 ? limited * 0x8000 : limited * 0x7fff, true);
  }
  return new Blob([view.buffer], { type: 'audio/wav' });
};
