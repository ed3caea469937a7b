import { createContext, useContext } from 'react';
import type { Role, Session } from '../api/generated.ts';

export interface SessionState {
  session: Session;
  signOut(): Promise<void>;
  /** Reads the session again after a change of name, role or workspaces. */
  reload(): Promise<void>;
}

export const SessionContext = createContext<SessionState | undefined>(undefined);

/** The session of the signed-in operator. Only for components inside `SessionGate`. */
export const useSession = (): SessionState => {
  const state = useContext(SessionContext);
  if (!state) throw new Error('useSession was called outside of SessionGate');
  return state;
};

/** Whether a role has a permission, by the table that the service sends. An unknown permission is denied. */
export const roleAllows = (session: Session, role: Role, permission: string): boolean =>
  session.permissions[permission]?.includes(role) ?? false;
