import { createContext, useContext } from 'react';
import type { Role, Session } from '../api/generated.ts';

export interface SessionState {
  session: Session;
  signOut(): Promise<void>;
  /** After a change of name, role or workspaces. */
  reload(): Promise<void>;
}

export const SessionContext = createContext<SessionState | undefined>(undefined);

/** Who operates; only below the session's gate. */
export const useSession = (): SessionState => {
  const state = useContext(SessionContext);
  if (!state) throw new Error('There is no session here');
  return state;
};

const ranks: Record<Role, number> = { viewer: 1, editor: 2, owner: 3 };

/** Whether a role suffices, by the table the service hands out. A thing it does not know is nobody's. */
export const roleAllows = (session: Session, role: Role, permission: string): boolean => {
  const least = session.permissions[permission];
  return least !== undefined && ranks[role] >= ranks[least];
};
