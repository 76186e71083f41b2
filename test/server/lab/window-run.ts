import type { Database } from '../../../db/connection/database.ts'
import { assignPages, recordCell } from '../../../db/lab/lab-cells.ts'
import { createLabRun } from '../../../db/lab/lab-runs.ts'
import type { Arm } from '../../../model/arm.ts'
import { importLoads } from '../../db/campaign/import-loads.ts'
import { heldCampaign, newCampaign, newSite, VALID } from '../../db/campaign/probing.ts'

export interface WindowCondition {
  /** Null: the machine's. */
  readonly initcwnd: number | null
  readonly page: string
  /** Median page load time by arm; each of seven rounds is some milliseconds beside it. */
  readonly pltMs: Readonly<Partial<Record<Arm, number>>>
  readonly wireLimitMs: Readonly<Partial<Record<Arm, number>>> | null
  /** What was read back, in packets; null: nothing. */
  readonly readBack: { readonly tcp: number; readonly quic: number } | null
  /** Default 7. */
  readonly rounds?: number
}

const LINK = { rttMs: 100, downMbps: 20, upMbps: 2, downTrace: null }
const DATAGRAM_BYTES = 1_452

/** A lab run over one link, a campaign for each condition, as runs write them. Resolves to its id. */
export async function writeWindowRun(db: Database, conditions: readonly WindowCondition[]): Promise<number> {
  const labRunId = await createLabRun(db, {
    createdAt: '2026-11-21T03:00:00.000Z',
    name: 'windows',
    plan: {},
    seed: 7,
    toolVersion: '0.1.0',
    versions: {},
    cells: conditions.map(({ initcwnd, page }) => ({
      factors: { initcwnd, page, rttMs: LINK.rttMs },
      configuredLink: LINK,
    })),
  })
  for (const [cell, condition] of conditions.entries()) await writeCell(db, labRunId, cell, condition)
  return labRunId
}

async function writeCell(
  db: Database,
  labRunId: number,
  cell: number,
  { pltMs, wireLimitMs, readBack, rounds = 7 }: WindowCondition,
): Promise<void> {
  const arms = Object.keys(pltMs) as Arm[]
  const planned = newCampaign({
    ...{ arms, rounds, link: readBack === null ? {} : { served: served(readBack) } },
    sites: [newSite('file.lab.test', { arms: { applied: arms, leftOut: {} } })],
  })
  const { campaignId } = await heldCampaign(db, { ...planned, schedule: [] })
  await importLoads(db, campaignId, planned.schedule, ({ arm, round }) => {
    const value = (pltMs[arm] ?? 0) + round - (rounds - 1) / 2
    return { result: VALID, metrics: [{ name: 'plt_ms', value, note: null }] }
  })
  await db.write((query) => assignPages(query, labRunId, campaignId, [{ cell, site: 0 }]))
  await recordCell(db, { labRunId, cell }, { wireLimitMs, end: { state: 'done' } })
}

function served({ tcp, quic }: NonNullable<WindowCondition['readBack']>): object {
  const datagrams = { datagramBytes: DATAGRAM_BYTES, initialWindowBytes: quic * DATAGRAM_BYTES }
  return {
    facts: { addresses: ['198.18.1.1'], quic: datagrams },
    accepted: [{ client: '198.18.0.1', initialWindowPackets: tcp }],
    quicAccepted: [datagrams],
  }
}
