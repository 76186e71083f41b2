import type { Har } from 'har-format'
import { artifactText } from '../../db/campaign/artifact-text.ts'
import { readArtifacts } from '../../db/campaign/artifacts.ts'
import { samplePage } from '../../db/campaign/sample-pages.ts'
import type { Database } from '../../db/connection/database.ts'
import { labRunById } from '../../db/lab/lab-runs.ts'
import { REPLAY_EXCHANGE_LIMITS, type ReplayExchanges } from '../../figures/replay-exchanges.ts'
import type { Arm, ReplayAgainstLive } from '../contract/contract.ts'
import { type ExchangeTimes, exchangeTimes, mediansByExchange } from '../replay/exchange-times.ts'
import { armAgainstLive } from '../replay/page-fidelities.ts'
import { type ReplayedCell, replayedRun } from '../replay/replayed-cells.ts'

type Row = ReplayExchanges['rows'][number]
type Held = { readonly arm: Arm; readonly live: ReplayAgainstLive }

/** Says how long exchanges of recorded pages took live and replayed; none where the run replays no recording. */
export async function replayExchanges(db: Database, labRunId: number): Promise<ReplayExchanges> {
  const run = await labRunById(db, labRunId)
  const cells = run === null ? [] : (await replayedRun(db, run)).cells
  const held = cells.flatMap((replayed) => {
    const arms = heldArms(replayed)
    return arms.length === 0 ? [] : [{ replayed, arms, distance: Math.max(...arms.map(distanceOf)) }]
  })
  const furthest = held
    .toSorted((a, b) => b.distance - a.distance)
    .slice(0, REPLAY_EXCHANGE_LIMITS.conditions)
  const rows: Row[] = []
  for (const { replayed, arms } of furthest)
    for (const each of arms) rows.push(...(await rowsOf(db, replayed, each)))
  rows.sort((a, b) => Math.abs(b.differenceMs) - Math.abs(a.differenceMs) || a.cell - b.cell)
  return { labRunId, rows: rows.slice(0, REPLAY_EXCHANGE_LIMITS.rows) }
}

function heldArms(replayed: ReplayedCell): Held[] {
  return replayed.arms.flatMap((measured) => {
    const live = armAgainstLive(replayed, measured)
    return live === null ? [] : [{ arm: measured.arm, live }]
  })
}

/** Distance of page load times, on the log scale; what has no ratio, as over another link than the recording's, comes last. */
const distanceOf = ({ live }: Held): number => (live.ratio === null ? -1 : Math.abs(Math.log(live.ratio)))

async function rowsOf(db: Database, { cell, recording }: ReplayedCell, { arm }: Held): Promise<Row[]> {
  const { campaignId, site } = cell
  const samples = await samplePage(db, {
    ...{ campaignId, site, arm, state: 'valid' },
    limit: REPLAY_EXCHANGE_LIMITS.loads,
  })
  const loads: ExchangeTimes[][] = []
  for (const { id } of samples) {
    const har = await harOf(db, id)
    if (har !== null) loads.push(exchangeTimes(har))
  }
  return mediansByExchange(loads).map(({ exchange, url, n, live, replayed }) => {
    const waited = replayed.waitedMs - live.waitedMs
    const received = replayed.receivedMs - live.receivedMs
    return {
      ...{ cell: cell.cell, page: recording?.page ?? '', arm, exchange, url, n },
      ...{ liveWaitedMs: live.waitedMs, waitedMs: replayed.waitedMs },
      ...{ liveReceivedMs: live.receivedMs, receivedMs: replayed.receivedMs },
      differenceMs: Math.abs(waited) >= Math.abs(received) ? waited : received,
    }
  })
}

async function harOf(db: Database, sampleId: number): Promise<Har | null> {
  const [artifact] = await readArtifacts(db, sampleId, ['har'])
  return artifact === undefined ? null : (JSON.parse((await artifactText(artifact)).toString()) as Har)
}
