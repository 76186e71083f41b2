import type { Database } from '../../db/connection/database.ts'
import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import { serverBehaviour as behaviourFigure } from '../../figures/server-behaviour.ts'
import { serverFindings as findingsFigure } from '../../figures/server-findings.ts'
import { serverBehaviour } from '../../server/figures/server-behaviour.ts'
import { serverFindings } from '../../server/figures/server-findings.ts'
import { figureLines } from '../output/figure-text.ts'

/** What a run says of its servers, as JSON has it. */
export async function readServerParts(
  db: Database,
  run: LabRunRow,
): Promise<{
  readonly findings: Awaited<ReturnType<typeof serverFindings>>['rows']
  readonly servers: Awaited<ReturnType<typeof serverBehaviour>>['rows']
}> {
  const [{ rows: findings }, { rows: servers }] = [
    await serverFindings(db, run.id),
    await serverBehaviour(db, run.id),
  ]
  return { findings, servers }
}

/** The same as text; what one server did in one setting has nothing to be compared with, and is left out. */
export async function serverPartLines(db: Database, run: LabRunRow, width: number | null): Promise<string[]> {
  const { findings, servers } = await readServerParts(db, run)
  const settings = new Set(servers.map(({ server, settings }) => JSON.stringify([server, settings])))
  return [
    ...figureLines(findingsFigure, { labRunId: run.id, rows: findings }, width),
    ...(settings.size > 1 ? figureLines(behaviourFigure, { labRunId: run.id, rows: servers }, width) : []),
  ]
}
