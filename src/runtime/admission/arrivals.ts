/**
 * The order in which messages enter their conversations: the order in which their requests arrived.
 *
 * A request gets its number when its headers have been read. Its conversation is in the body, so a request goes
 * through these states:
 *
 * | State   | Known                              | Requests behind it that wait                          |
 * |---------|------------------------------------|-------------------------------------------------------|
 * | unnamed | credential                         | those of the same credential, see `unnamedBodyMs`      |
 * | named   | credential, conversation as claimed | those of the same credential for that conversation    |
 * | entered | conversation, access checked       | all for that conversation                             |
 * | left    |                                    | none: the round is stored, or the request was refused |
 *
 * Only a request that was allowed to use a conversation delays other credentials in it. A request waits only for
 * lower numbers, so there are no deadlocks.
 */

/**
 * How long a client that sends its body slowly, without having named the conversation, delays the other requests of
 * its credential. After that it takes the position at which it names its conversation.
 */
const unnamedBodyMs = 2_000;

interface Place {
  number: number;
  credential: string;
  state: 'unnamed' | 'named' | 'entered' | 'left';
  /** The conversation that the body names. Not checked. */
  claimed: string | undefined;
  /** The conversation whose access was checked. */
  conversationId: string | undefined;
  /** When we started to wait for the client. */
  bodySinceMs: number | undefined;
  /** Called at the next change of state. */
  waiting: (() => void)[];
}

type Places = Map<string, Set<Place>>;

const add = (places: Places, key: string, place: Place): void => {
  const known = places.get(key);
  if (known) known.add(place);
  else places.set(key, new Set([place]));
};

const remove = (places: Places, key: string, place: Place): void => {
  const known = places.get(key);
  if (known?.delete(place) && known.size === 0) places.delete(key);
};

export const createArrivals = ({ nowMs = () => performance.now() }: { nowMs?: () => number } = {}) => {
  let lastNumber = 0;
  /** Unnamed and named, in the order of their numbers: most open requests of a busy key came later. */
  const byCredential: Places = new Map();
  /** Entered. */
  const byConversation: Places = new Map();

  const remainingMs = ({ state, bodySinceMs }: Place): number =>
    state === 'unnamed' && bodySinceMs !== undefined
      ? bodySinceMs + unnamedBodyMs - nowMs()
      : Number.POSITIVE_INFINITY;

  const mayShareConversation = (earlier: Place, place: Place): boolean =>
    earlier.state === 'unnamed'
      ? remainingMs(earlier) > 0
      : earlier.claimed === place.conversationId || earlier.claimed === place.claimed;

  /** The nearest request ahead. It waits for the one ahead of it, so checking one is enough. */
  const findAhead = (place: Place): Place | undefined => {
    let nearest: Place | undefined;
    const consider = (other: Place): void => {
      if (other.number < place.number && other.number > (nearest?.number ?? 0)) nearest = other;
    };
    for (const other of byConversation.get(place.conversationId!) ?? []) consider(other);
    for (const other of byCredential.get(place.credential) ?? []) {
      if (other.number > place.number) break;
      if (mayShareConversation(other, place)) consider(other);
    }
    return nearest;
  };

  const untilChange = (place: Place): Promise<void> =>
    new Promise((resolve) => {
      const remaining = remainingMs(place);
      const timer = remaining === Number.POSITIVE_INFINITY ? undefined : setTimeout(resolve, remaining);
      place.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });

  const change = (place: Place, state: Place['state']): void => {
    // It lost its position: those behind it no longer waited.
    if (remainingMs(place) <= 0) {
      place.number = ++lastNumber;
      const places = byCredential.get(place.credential);
      if (places?.delete(place)) places.add(place);
    }
    place.state = state;
    for (const wake of place.waiting.splice(0)) wake();
  };

  const waitForThoseAhead = async (place: Place, first: Place): Promise<void> => {
    for (let ahead: Place | undefined = first; ahead; ahead = findAhead(place)) await untilChange(ahead);
  };

  /** @param credential with which the sender authenticates; not checked yet. */
  return (credential: string) => {
    const place: Place = {
      number: ++lastNumber,
      credential,
      state: 'unnamed',
      claimed: undefined,
      conversationId: undefined,
      bodySinceMs: undefined,
      waiting: [],
    };
    add(byCredential, credential, place);

    const leave = (): void => {
      if (place.state === 'left') return;
      remove(byCredential, credential, place);
      if (place.conversationId !== undefined) remove(byConversation, place.conversationId, place);
      change(place, 'left');
    };

    const name = (conversationId: string): void => {
      if (place.state !== 'unnamed' && place.state !== 'named') return;
      place.claimed = conversationId;
      change(place, 'named');
    };

    return {
      /** From now on we wait for the client. */
      startBody: (): void => {
        place.bodySinceMs = nowMs();
      },
      name,
      /** The body is complete. A page may let the service choose the conversation to continue. */
      endBody: (conversationId: string | undefined): void => {
        if (conversationId !== undefined) name(conversationId);
        else if (place.state === 'unnamed') change(place, 'unnamed');
        place.bodySinceMs = undefined;
      },
      /** The sender may use this conversation. */
      enter: (conversationId: string): void => {
        if (place.state !== 'unnamed' && place.state !== 'named') return;
        remove(byCredential, credential, place);
        place.conversationId = conversationId;
        add(byConversation, conversationId, place);
        change(place, 'entered');
      },
      /** Resolves when all requests ahead in the conversation have left. Undefined if there are none. */
      waitForEarlier: (): Promise<void> | undefined => {
        const ahead = place.state === 'entered' ? findAhead(place) : undefined;
        return ahead && waitForThoseAhead(place, ahead);
      },
      leave,
      /** For requests that end before they entered. A request that entered leaves by itself. */
      refuse: (): void => {
        if (place.state !== 'entered') leave();
      },
    };
  };
};

export type Arrive = ReturnType<typeof createArrivals>;
export type Arrival = ReturnType<Arrive>;
