import type { Database } from '../../db/connection/database.ts'
import type { LabFactors } from '../../db/lab/lab-cells.ts'
import { serverFactors, type WireLoad, wireValues } from '../../db/lab/wire-values.ts'
import { snakeCase } from '../../figures/flat-columns.ts'
import { serverBehaviour as figure, type ServerBehaviour } from '../../figures/server-behaviour.ts'
import { ARM_NAMES } from '../../model/arm.ts'
import { METRIC_NAMES, type MetricName } from '../../model/metrics.ts'
import { median } from '../../stats/median.ts'
import { behaviourWords } from './behaviour-words.ts'

type Row = ServerBehaviour['rows'][number]

/** Columns of medians, with the metric of each. */
const MEDIANS = Object.keys(figure.columns).flatMap((key) => {
  const metric = METRIC_NAMES.find((name) => name === snakeCase(key))
  return metric === undefined ? [] : [{ key, metric }]
})

/** Reads what servers of a lab run did on the wire; no rows where no load has values of it. */
export async function serverBehaviour(db: Database, labRunId: number): Promise<ServerBehaviour> {
  return { labRunId, rows: behaviourRows(await wireValues(db, labRunId, WIRE_METRICS)) }
}

/** One row for each server, setting of it and protocol. */
export function behaviourRows(loads: readonly WireLoad[]): Row[] {
  const groups = Map.groupBy(loads, ({ factors, arm }) => JSON.stringify([serverFactors(factors), arm]))
  const rows = [...groups.values()].flatMap((group): Row[] => {
    const [first] = group
    if (first === undefined) return []
    const { server = 'towline', ...settings } = serverFactors(first.factors)
    const medians = Object.fromEntries(
      MEDIANS.flatMap(({ key, metric }) => {
        const values = group.flatMap(({ values }) => values[metric] ?? [])
        return [
          [key, median(values) ?? null],
          [`${key}N`, values.length],
        ]
      }),
    ) as Omit<Row, 'server' | 'settings' | 'arm' | 'n' | 'inWords'>
    const facts = { server: String(server), settings, arm: first.arm, n: group.length }
    return [{ ...facts, inWords: behaviourWords({ ...medians, ...pausesOf(group) }), ...medians }]
  })
  rows.sort(
    (a, b) =>
      a.server.localeCompare(b.server) ||
      JSON.stringify(a.settings).localeCompare(JSON.stringify(b.settings)) ||
      ARM_NAMES.indexOf(a.arm) - ARM_NAMES.indexOf(b.arm),
  )
  return rows
}

/** Waits without what the link takes for a full packet: 12 ms at 1 Mbit/s, which no server pauses. */
function pausesOf(group: readonly WireLoad[]): Pick<Row, 'answerWaitMs' | 'bodyWaitMs'> {
  const pause = (metric: MetricName): number | null =>
    median(
      group.flatMap(({ factors, values }) => {
        const waitMs = values[metric]
        return waitMs === undefined ? [] : waitMs - packetMs(factors)
      }),
    ) ?? null
  return { answerWaitMs: pause('answer_wait_ms'), bodyWaitMs: pause('body_wait_ms') }
}

const FULL_PACKET_BITS = 12_000

/** 0 where the rate is not limited or not constant. */
function packetMs({ downMbps }: LabFactors): number {
  return typeof downMbps === 'number' && downMbps > 0 ? FULL_PACKET_BITS / (downMbps * 1_000) : 0
}

/** Metrics that the figure shows; a test compares it with the registry of metrics. */
export const WIRE_METRICS: readonly MetricName[] = MEDIANS.map(({ metric }) => metric)
