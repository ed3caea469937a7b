import type { Generated } from 'kysely';

export interface SharedFileTables {
  service_secrets: {
    name: string;
    /** Encrypted. */
    value: string;
    /** null: a row from before encryption was introduced. */
    encryption_key_id: Generated<string | null>;
    created_at: number;
  };
  /** Files being uploaded: nothing refers to them yet, and never will if their process died. */
  loose_files: {
    file_id: string;
    created_at: number;
  };
  /** Files with a signed URL, which are deleted when it expires. */
  shared_files: {
    file_id: string;
    expires_at: number;
  };
}
