/** Mixes several channels into one. A single one is copied, because decoders reuse their memory. */
export const mixChannels = (channels: readonly Float32Array[]): Float32Array => {
  const mixed = Float32Array.from(channels[0] ?? []);
  if (channels.length < 2) return mixed;
  for (let index = 0; index < mixed.length; index += 1) {
    let sum = 0;
    for (const channel of channels) sum += channel[index] ?? 0;
    mixed[index] = sum / channels.length;
  }
  return mixed;
};
