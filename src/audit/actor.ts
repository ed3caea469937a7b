/** Pages use this file too, so it has no imports. */

/** Actor of the commands of `frontdesk`. */
export const commandLineActor = 'command line';
/** Actor of the first start of the service, which creates the first workspace, agent and API key. */
export const firstStartActor = 'first start';
/** Actor of requests without a sign-in, such as a refused sign-in. */
export const unknownActor = 'nobody';
/** Actor of changes that the service makes itself, such as disabling an address that no longer exists. */
export const serviceActor = 'service';
const tokenPrefix = 'token ';

/** Actor of requests with an operator token. An operator's actor is their e-mail address, which has no space. */
export const tokenActor = (name: string): string => `${tokenPrefix}${name}`;

export type ActorKind = 'operator' | 'token' | 'command-line' | 'first-start' | 'unknown';

/** Which kind of actor an entry names, and for a token its name. */
export const readActor = (actor: string): { kind: ActorKind; tokenName?: string } => {
  if (actor.startsWith(tokenPrefix)) return { kind: 'token', tokenName: actor.slice(tokenPrefix.length) };
  if (actor === commandLineActor) return { kind: 'command-line' };
  if (actor === firstStartActor) return { kind: 'first-start' };
  return { kind: actor === unknownActor ? 'unknown' : 'operator' };
};
