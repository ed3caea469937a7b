/** Of sound in one event; a multiple of three, so that fragments of base64 can be joined before or after decoding. */
const fragmentBytes = 24_000;

/** Sound in fragments whose base64 needs no padding, except at the very end. */
export const createSoundFragments = (tell: (audio: string) => void) => {
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
