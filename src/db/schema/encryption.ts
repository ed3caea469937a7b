export interface EncryptionTables {
  /** Keys the secrets in the database are encrypted with: one, or two while a rotation is under way. */
  encryption_keys: {
    /** Derived from the key; see SecretKey. The key itself is never stored here. */
    key_id: string;
    state: 'current' | 'retiring';
    created_at: number;
  };
}
