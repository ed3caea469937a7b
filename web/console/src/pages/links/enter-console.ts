import { signedInHint } from '../../session/signed-in-hint.ts';

/** Loads the console without the token of the link in the address. */
export const enterConsole = (): void => {
  signedInHint.write(true);
  location.replace('/console/');
};
