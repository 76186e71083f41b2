import type { Arm } from '../../model/arm.ts'
import { quicCongestionControl, SERVERS } from '../origin/servers.ts'
import type { CellCondition } from './cell-condition.ts'
import type { PlannedCell } from './plan.ts'
import { whyNoVisit } from './visit-arms.ts'

type CellArms = Pick<PlannedCell, 'arms' | 'skip'>

/** Says what may be without effect on an arm: its level is then as if nothing were set. */
interface Exception {
  readonly factor:
    | 'streams'
    | 'initcwnd'
    | 'congestionControl'
    | 'udp'
    | 'priorities'
    | 'earlyHints'
    | 'slowStart'
    | 'addresses'
  readonly holds: (arm: Arm, cell: CellCondition) => boolean
  readonly why: string
}

const EXCEPTIONS: readonly Exception[] = [
  {
    factor: 'streams',
    holds: (arm) => arm === 'http' || arm === 'h1',
    why: 'HTTP/1.1 has no streams',
  },
  {
    factor: 'priorities',
    holds: (arm) => arm === 'http' || arm === 'h1' || arm === 'h2',
    why: 'priorities are those of HTTP/3',
  },
  {
    factor: 'earlyHints',
    holds: (arm) => arm === 'http' || arm === 'h1',
    why: 'over HTTP/1.1 browsers act on no 103',
  },
  {
    factor: 'slowStart',
    holds: (arm) => arm === 'http' || arm === 'h1' || arm === 'h2',
    why: 'the slow start is that of QUIC',
  },
  {
    factor: 'addresses',
    holds: (arm, { addresses }) => addresses !== 'one' && (arm === 'http' || arm === 'h1' || arm === 'h2'),
    why: 'over TCP browsers take no ORIGIN frame',
  },
  {
    factor: 'initcwnd',
    holds: (arm, { server }) => arm === 'h3' && !SERVERS[server].settable.includes('quicInitialWindow'),
    why: 'the initial window of the server’s QUIC cannot be set',
  },
  {
    factor: 'congestionControl',
    holds: (arm, { server, congestionControl }) =>
      arm === 'h3' && quicCongestionControl(server, congestionControl) === null,
    why: 'the server’s QUIC does not have this congestion control',
  },
  {
    factor: 'udp',
    holds: (arm) => arm === 'http' || arm === 'h1' || arm === 'h2',
    why: 'over TCP no UDP is sent',
  },
]

/**
 * Says which arms are measured in which cell. Where a factor has no effect on an arm, cells that differ by nothing else are one
 * and the same to it: it is measured in the first of them and left out of the others. The baseline is measured in every cell in
 * which any other arm is, as arms are compared within rounds; a cell where no other is left is skipped. An arm that cannot make
 * a cell's visit, the baseline too, is left out of it.
 */
export function cellArms(
  cells: readonly CellCondition[],
  { arms, baseline }: { readonly arms: readonly Arm[]; readonly baseline: Arm },
): CellArms[] {
  const firstCell = new Map<string, number>()
  return cells.map((cell, number) => {
    const repeats = new Map<Arm, string>()
    const unable = new Map<Arm, string>()
    for (const arm of arms) {
      const why = whyNoVisit(arm, cell.visit)
      if (why !== null) {
        unable.set(arm, why)
        continue
      }
      const without = EXCEPTIONS.filter(({ holds }) => holds(arm, cell))
      const unset = Object.fromEntries(without.map(({ factor }) => [factor, null]))
      const key = `${arm} ${JSON.stringify({ ...cell, ...unset })}`
      const earlier = firstCell.get(key)
      if (earlier === undefined) firstCell.set(key, number)
      else {
        const differing = without.filter(({ factor }) => cell[factor] !== cells[earlier]?.[factor])
        repeats.set(arm, `${differing.map(({ why }) => why).join('; ')} (as in cell ${earlier})`)
      }
    }
    const others = arms.filter((arm) => arm !== baseline && !repeats.has(arm) && !unable.has(arm))
    const again = repeats.get(baseline) ?? unable.get(baseline)
    if (others.length === 0 && again !== undefined)
      return { arms: { applied: [], leftOut: Object.fromEntries([...unable, ...repeats]) }, skip: again }
    repeats.delete(baseline)
    const leftOut = new Map([...unable, ...repeats])
    const applied = arms.filter((arm) => !leftOut.has(arm))
    return { arms: { applied, leftOut: Object.fromEntries(leftOut) }, skip: null }
  })
}
