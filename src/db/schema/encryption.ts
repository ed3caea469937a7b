export interface EncryptionTables {
  /** Keys that encrypt secrets in the database: one, or two during a rotation. */
  encryption_keys: {
    /** Derived from the key, see SecretKey. The key itself is never stored. */
    key_id: string;
    state: 'current' | 'retiring';
    created_at: number;
  };
}
