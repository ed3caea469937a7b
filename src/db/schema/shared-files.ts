import type { Generated } from 'kysely';

export interface SharedFileTables {
  service_secrets: {
    name: string;
    /** Encrypted. */
    value: string;
    /** null: a row from before there was encryption. */
    encryption_key_id: Generated<string | null>;
    created_at: number;
  };
  /** Files on their way in: nothing names them yet, and nothing ever will if their process died. */
  loose_files: {
    file_id: string;
    created_at: number;
  };
  /** Files that can be fetched by a signed address until then, and are gone after. */
  shared_files: {
    file_id: string;
    expires_at: number;
  };
}
