import type { ReleaseColumn } from './release-table.ts'

/** Columns that runs of the lab and of load plans have alike. */
export function runColumns(planMeaning: string) {
  return {
    id: { type: 'integer', meaning: 'number of the run' },
    created_at: { type: 'instant', meaning: 'start' },
    finished_at: { type: 'instant', meaning: 'end' },
    name: { type: 'text', meaning: 'name of the plan' },
    plan: { type: 'json', meaning: planMeaning },
    seed: { type: 'integer', meaning: 'seed of all that is random' },
    tool_version: { type: 'text', meaning: 'version of towline' },
    versions: { type: 'json', meaning: 'versions of the programs used, by name' },
  } as const satisfies Record<string, ReleaseColumn>
}
