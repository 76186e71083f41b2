import { mix32, rng } from '../../../stats/rng.ts'
import { type Direction, directed, type LinkCondition, type Loss } from '../condition/link.ts'
import type { DeliveryTrace } from '../condition/trace.ts'
import { WIDEN_BUFFERS } from './widen-buffers.ts'

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
  readonly interfaceName: string
  /** The traces of the condition. */
  readonly traces: Readonly<Record<Direction, DeliveryTrace | null>>
  /** Start of the draws of loss and jitter, below 2^32. */
  readonly seed: number
  /** Folder where rattan finds the files. */
  readonly folder: string
}

/**
 * rattan's configuration (TOML) and the patterns that it names, by file name: in each direction loss, then delay, then
 * rate with a queue that drops its tail. Its commands move the two interfaces to the namespaces of file descriptors 3
 * and 4, say `moved` or `failed`, and hold rattan open. Pure.
 */
export function rattanFiles(plan: RattanPlan): Record<string, string> {
  const { interfaceName } = plan
  const cells: Cell[] = []
  const links: string[] = []
  for (const [index, { direction, from, to }] of WAYS.entries()) {
    const chain = chainOf(plan, direction, mix32(plan.seed, index))
    cells.push(...chain)
    const stations = [from, ...chain.map(({ id }) => id), to]
    for (const [position, station] of stations.slice(0, -1).entries())
      links.push(`${station} = "${stations[position + 1]}"`)
  }
  const patterns = cells.flatMap(({ id, pattern }) =>
    pattern === undefined ? [] : [[`${id}.json`, pattern]],
  )
  return {
    'link.toml': `[env]
mode = "Isolated"
[cells]
${cells.map((cell) => sectionOf(cell, plan.folder)).join('')}[links]
${links.join('\n')}
[commands]
left = ${move(3, interfaceName, [`perl -e '${WIDEN_BUFFERS}' $PPID`])}
right = ${move(4, interfaceName)}
`,
    ...(Object.fromEntries(patterns) as Record<string, string>),
  }
}

interface Cell {
  readonly id: string
  readonly type: string
  readonly lines: readonly string[]
  /** Content of the file that the cell reads. */
  readonly pattern?: string
}

function chainOf({ condition, traces }: RattanPlan, direction: Direction, seed: number): Cell[] {
  const { rttMs, jitterMs, queuePackets } = condition
  const { mbps, loss } = directed(condition, direction)
  const trace = traces[direction]
  const delayMs = rttMs / 2 - jitterMs
  const queue = [
    'bw_type = "NetworkLayer"',
    'queue = "DropTail"',
    `queue_config = { packet_limit = ${queuePackets} }`,
  ]
  return [
    ...lossChains(loss).map((lossByRun, index) => ({
      id: `${direction}_loss${index}`,
      // Not the cell Loss: its seed is always the same, and so both directions would lose the same packets.
      type: 'LossReplay',
      lines: [`seed = ${mix32(seed, index)}`],
      pattern: lossPattern(lossByRun),
    })),
    ...(delayMs > 0
      ? [
          {
            id: `${direction}_delay`,
            type: 'Delay',
            lines: [`delay = "${Math.round(delayMs * 1000)}us"`],
          },
        ]
      : []),
    ...(jitterMs > 0
      ? [{ id: `${direction}_jitter`, type: 'DelayReplay', lines: [], pattern: delayPattern(jitterMs, seed) }]
      : []),
    ...(mbps === null
      ? []
      : [
          {
            id: `${direction}_rate`,
            type: 'Bw',
            lines: [`bandwidth = "${Math.round(mbps * 1e6)}bps"`, ...queue],
          },
        ]),
    ...(trace === null
      ? []
      : [{ id: `${direction}_rate`, type: 'BwReplay', lines: queue, pattern: ratePattern(trace) }]),
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

function sectionOf({ id, type, lines, pattern }: Cell, folder: string): string {
  const trace = pattern === undefined ? [] : [`trace = "${folder}/${id}.json"`]
  return `[cells.${id}]\n${[`type = "${type}"`, ...trace, ...lines].join('\n')}\n`
}

/** rattan gives its interface a random name; it is the only veth of its namespace. */
function move(fd: number, interfaceName: string, first: readonly string[] = []): string {
  const script = [
    // rattan continues when one of its commands fails.
    "trap 'echo failed' EXIT",
    ...first,
    "own=$(ip -oneline link show type veth | cut -d' ' -f2 | cut -d@ -f1)",
    `ip link set dev "$own" netns /proc/self/fd/${fd} name ${interfaceName}`,
    'echo moved',
    'exec sleep infinity',
  ]
  return JSON.stringify(['sh', '-ec', script.join('\n')])
}
