export interface ModelTables {
  /** Connections to model providers that operators added. */
  model_connections: {
    id: string;
    workspace_id: string;
    name: string;
    /** A RemoteProvider. */
    provider: string;
    /** JSON of ConnectionSettings, with every secret encrypted. */
    settings: string;
    /** null: the secrets were discarded, because their key was lost. */
    encryption_key_id: string | null;
    /** Increases with each change. A write names the version it read. */
    version: number;
    created_at: number;
    updated_at: number;
  };
  /** A workspace without a row has no connections and uses the default model of the service. */
  workspace_models: {
    workspace_id: string;
    /** Increases with each change of a connection or of the default. */
    version: number;
    /** JSON of a DefaultModel. null: the default model of the service. */
    default_model: string | null;
  };
}
