export interface AuthTables {
  api_keys: {
    id: string;
    agent_id: string;
    name: string;
    /** First characters, so that people can distinguish keys. */
    prefix: string;
    sha256: string;
    created_at: number;
    expires_at: number | null;
    revoked_at: number | null;
    last_used_at: number | null;
  };
}
