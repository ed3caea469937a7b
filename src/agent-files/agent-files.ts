import type { Evaluation } from '../evaluation/index.ts';
import type { AgentRetention } from '../retention/index.ts';
import type { AgentFile } from './agent-file.ts';
import { checkContent } from './check-content.ts';
import { createExportAgent, type ExportDependencies } from './export-agent.ts';
import { createImportAgent, type ImportDependencies } from './import-agent.ts';
import { readAgentFile } from './read-agent-file.ts';
import { createRetentionSection } from './sections/retention-section.ts';
import { createTestSetSection } from './sections/test-set-section.ts';

/** What an import of the file would create. */
export interface AgentFileSummary {
  name: string;
  kind: 'simple' | 'flow';
  tables: string[];
  documents: number;
  sections: { name: string; items: number }[];
  secrets: string[];
  warnings: string[];
}

type AgentFilesDependencies = Omit<ExportDependencies & ImportDependencies, 'sections'> & {
  evaluation: Evaluation;
  agentRetention: AgentRetention;
};

/** Agents as files: export, preview and import. */
export const createAgentFiles = ({ evaluation, agentRetention, ...rest }: AgentFilesDependencies) => {
  // Every section of the file, in the order of the import.
  const { db } = rest;
  const sections = [createTestSetSection({ db, evaluation }), createRetentionSection({ db, agentRetention })];
  const deps = { ...rest, sections };
  return {
    export: createExportAgent(deps),
    read: readAgentFile,
    describe: (file: AgentFile): AgentFileSummary => {
      const { sections, warnings } = checkContent(file, deps.sections);
      return {
        name: file.agent.name,
        kind: file.agent.kind,
        tables: (file.tables ?? []).map(({ name }) => name),
        documents: (file.knowledge ?? []).reduce((sum, base) => sum + base.documents.length, 0),
        sections: sections.map(({ section, items }) => ({ name: section.name, items })),
        secrets: file.secrets ?? [],
        warnings,
      };
    },
    import: createImportAgent(deps),
  };
};

export type AgentFiles = ReturnType<typeof createAgentFiles>;
