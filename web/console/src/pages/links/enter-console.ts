import { signedInHint } from '../../session/signed-in-hint.ts';

/** Loads the console anew, without the link's token in the address. */
export const enterConsole = (): void => {
  signedInHint.write(true);
  location.replace('/console/');
};
