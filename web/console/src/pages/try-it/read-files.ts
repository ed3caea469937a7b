export type PickedFile = File;

/** A large file has too many bytes for the arguments of one call. */
const sliceBytes = 32_768;

const toBase64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let start = 0; start < bytes.length; start += sliceBytes)
    binary += String.fromCharCode(...bytes.subarray(start, start + sliceBytes));
  return btoa(binary);
};

export const readFile = async (file: PickedFile): Promise<{ name: string; base64Content: string }> => ({
  name: file.name,
  base64Content: await toBase64(file),
});

export const readFiles = (files: PickedFile[]) => Promise.all(files.map(readFile));
