import { mix32, rng } from '../../../stats/rng.ts'
import { type Direction, directed, type LinkCondition, type Loss } from '../condition/link.ts'
import type { DeliveryTrace } from '../condition/trace.ts'

/** Patterns of rattan's cells that replay one (JSON of the crate netem-trace 0.4). Pure. */

/** A pattern of loss keeps its last value after its end, so its duration does not matter. */
function lossPattern(lossByRun: readonly number[]): string {
  return JSON.stringify({
    RepeatedLossPatternConfig: {
      pattern: [{ StaticLossConfig: { loss: lossByRun, duration: '1s' } }],
      count: 1,
    },
  })
}

/** Delays that are drawn before they start anew. */
const DRAWS = 1000

/**
 * Delays from 0 to twice the jitter, each for so long as the longest of them: rattan knows the delay before and the one
 * that holds now, so that a packet must be gone when the second change comes after it.
 */
function delayPattern(jitterMs: number, seed: number): string {
  const random = rng(seed)
  const spanUs = Math.round(2000 * jitterMs)
  const pattern = Array.from({ length: DRAWS }, () => ({
    StaticDelayConfig: { delay: `${Math.round(random() * spanUs)}us`, duration: `${spanUs}us` },
  }))
  return JSON.stringify({ RepeatedDelayPatternConfig: { pattern, count: 0 } })
}

function ratePattern({ steps }: DeliveryTrace): string {
  const pattern = steps.map(({ lastsMs, mbps }) => ({
    StaticBwConfig: { bw: `${Math.round(mbps * 1e6)}bps`, duration: `${lastsMs}ms` },
  }))
  return JSON.stringify({ RepeatedBwPatternConfig: { pattern, count: 0 } })
}

/** `left` is the client. */
const WAYS: readonly { readonly direction: Direction; readonly from: string; readonly to: string }[] = [
  { direction: 'up', from: 'left', to: 'right' },
  { direction: 'down', from: 'right', to: 'left' },
]

interface RattanPlan {
  readonly condition: LinkCondition
  /** Name of both ends. */
  readonly interfaceName: string
  /** The traces of the condition. */
  readonly traces: Readonly<Record<Direction, DeliveryTrace | null>>
  /** Start of the draws of loss and jitter, below 2^32. */
  readonly seed: number
}

/** The program towline-link reads this (lab/link/program). */
interface RattanOrder {
  readonly interface: string
  readonly config: {
    readonly env: { readonly mode: 'Isolated' }
    readonly cells: Readonly<Record<string, CellSettings>>
    /** By the name of a cell or an end, what its packets go to. */
    readonly links: Readonly<Record<string, string>>
  }
  /** Contents by name: patterns that cells follow. */
  readonly files: Readonly<Record<string, string>>
}

/** In each direction loss, then delay, then rate with a queue that drops its tail. Pure. */
export function rattanOrder(plan: RattanPlan): RattanOrder {
  const cells: Cell[] = []
  const links: Record<string, string> = {}
  for (const [index, { direction, from, to }] of WAYS.entries()) {
    const chain = chainOf(plan, direction, mix32(plan.seed, index))
    cells.push(...chain)
    const stations = [from, ...chain.map(({ id }) => id), to]
    for (const [position, station] of stations.slice(0, -1).entries())
      links[station] = stations[position + 1] ?? to
  }
  return {
    interface: plan.interfaceName,
    config: {
      env: { mode: 'Isolated' },
      cells: Object.fromEntries(
        cells.map(({ id, settings, pattern }) => [
          id,
          pattern === undefined ? settings : { ...settings, trace: fileOf(id) },
        ]),
      ),
      links,
    },
    files: Object.fromEntries(
      cells.flatMap(({ id, pattern }) => (pattern === undefined ? [] : [[fileOf(id), pattern]])),
    ),
  }
}

const fileOf = (id: string): string => `${id}.json`

/** One of rattan's cells, as its configuration has it. */
type CellSettings = Readonly<Record<string, string | number | Readonly<Record<string, number>>>>

interface Cell {
  readonly id: string
  readonly settings: CellSettings
  /** Content of the file that the cell reads. */
  readonly pattern?: string
}

function chainOf({ condition, traces }: RattanPlan, direction: Direction, seed: number): Cell[] {
  const { rttMs, jitterMs, queuePackets } = condition
  const { mbps, loss } = directed(condition, direction)
  const trace = traces[direction]
  const delayMs = rttMs / 2 - jitterMs
  const queue = {
    bw_type: 'NetworkLayer',
    queue: 'DropTail',
    queue_config: { packet_limit: queuePackets },
  }
  return [
    ...lossChains(loss).map((lossByRun, index) => ({
      id: `${direction}_loss${index}`,
      // Not the cell Loss: its seed is always the same, and so both directions would lose the same packets.
      settings: { type: 'LossReplay', seed: mix32(seed, index) },
      pattern: lossPattern(lossByRun),
    })),
    ...(delayMs > 0
      ? [
          {
            id: `${direction}_delay`,
            settings: { type: 'Delay', delay: `${Math.round(delayMs * 1000)}us` },
          },
        ]
      : []),
    ...(jitterMs > 0
      ? [
          {
            id: `${direction}_jitter`,
            settings: { type: 'DelayReplay' },
            pattern: delayPattern(jitterMs, seed),
          },
        ]
      : []),
    ...(mbps === null
      ? []
      : [
          {
            id: `${direction}_rate`,
            settings: { type: 'Bw', bandwidth: `${Math.round(mbps * 1e6)}bps`, ...queue },
          },
        ]),
    ...(trace === null
      ? []
      : [
          {
            id: `${direction}_rate`,
            settings: { type: 'BwReplay', ...queue },
            pattern: ratePattern(trace),
          },
        ]),
  ]
}

/**
 * Losses that follow one another, each as rattan has it: the probability of losing a packet after none, one, two … were lost
 * in a row, the last for all more. What the good state loses is lost of what the bursts have left.
 */
function lossChains(loss: Loss): number[][] {
  if (typeof loss === 'number') return loss > 0 ? [[loss]] : []
  const { goodToBad, badToGood, lossInGood } = loss
  return [...(goodToBad > 0 ? [[goodToBad, 1 - badToGood]] : []), ...(lossInGood > 0 ? [[lossInGood]] : [])]
}
