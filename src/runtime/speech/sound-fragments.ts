/** Bytes of sound per event: a multiple of three, so that base64 fragments can be joined before or after decoding. */
const fragmentBytes = 24_000;

/** Sound in fragments whose base64 needs no padding, except at the very end. */
export const createSoundFragments = (emit: (audio: string) => void) => {
  let held = Buffer.alloc(0);
  const emitFragments = (bytes: Buffer): void => {
    for (let start = 0; start < bytes.length; start += fragmentBytes)
      emit(bytes.subarray(start, start + fragmentBytes).toString('base64'));
  };
  return {
    push: (bytes: Uint8Array): void => {
      const all = Buffer.concat([held, bytes]);
      const whole = all.length - (all.length % 3);
      held = all.subarray(whole);
      emitFragments(all.subarray(0, whole));
    },
    end: (): void => emitFragments(held),
  };
};
