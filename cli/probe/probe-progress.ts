import type { SampleReport } from '../../crawler/probe/campaign/campaign-context.ts'
import { ARM_NAMES, type Arm } from '../../model/arm.ts'
import { compareArms } from '../../stats/comparison/compare-arms.ts'
import { pairRounds } from '../../stats/comparison/pair-rounds.ts'
import { median } from '../../stats/median.ts'
import type { Terminal } from '../output/guard-output.ts'
import { duration } from '../output/progress.ts'
import { textTable } from '../output/table.ts'
import { visible } from '../output/visible.ts'
import { baselineOf, interval } from './campaign-report.ts'

export interface ProbeProgress {
  readonly show: (report: SampleReport) => void
  readonly warn: (line: string) => void
  readonly end: () => void
}

interface Line {
  readonly site: string
  readonly arm: Arm
  readonly plts: Map<number, number>
  left: number
  readonly shownLast: number
  /** As it is shown: a bootstrap is made for the site that was loaded, not for all of them. */
  gain: string | null
}

const PLAIN_EVERY_MS = 60_000
/** Rewriting is cheap, but the intervals are not, and a load must not be disturbed: nothing is drawn during one. */
const SEED = 1

/**
 * On a terminal a table that is rewritten after each load: per site and arm the count, the median and the running gain
 * with its interval; otherwise one plain line a minute.
 *
 * @param sequentialRounds of the campaign (`sequentialRounds` of db/)
 */
export function probeProgress(
  out: Terminal,
  total: () => Promise<number>,
  clock: () => number,
  sequentialRounds: number | null = null,
): ProbeProgress & { readonly start: () => Promise<void> } {
  const lines = new Map<string, Line>()
  const startMs = clock()
  let [all, done, failed, drawn] = [0, 0, 0, 0]
  let printedAtMs = startMs
  let last: SampleReport | null = null

  const clear = (): void => {
    if (drawn > 0) out.write(`\x1b[${drawn}A\x1b[J`)
    drawn = 0
  }
  const footer = (): string => {
    const seconds = (clock() - startMs) / 1_000
    const left = done === 0 ? '' : `  ${duration(((all - done) * seconds) / done)} left`
    const share = all === 0 ? '' : `  ${((100 * done) / all).toFixed(1)} %`
    const now = last === null ? '' : `  ${last.site.domain} ${last.arm} ${last.role}`
    return `${done}/${all} samples${share}  ${failed} left out${done === all ? '' : left}${now}`
  }
  const draw = (): void => {
    clear()
    const room = Math.max(3, (out.rows ?? 24) - 4)
    const shown = [...lines.values()]
      .sort((a, b) => b.shownLast - a.shownLast)
      .slice(0, room)
      .sort((a, b) => a.site.localeCompare(b.site) || ARM_NAMES.indexOf(a.arm) - ARM_NAMES.indexOf(b.arm))
    const table = textTable(shown, [
      { heading: 'site', cell: ({ site }) => site },
      { heading: 'arm', cell: ({ arm }) => arm },
      { heading: 'n', cell: ({ plts }) => plts.size, align: 'right' },
      { heading: 'left out', cell: ({ left }) => left, align: 'right' },
      { heading: 'PLT ms', cell: ({ plts }) => median(plts.values())?.toFixed(0) ?? null, align: 'right' },
      { heading: 'gain', cell: ({ gain }) => gain },
    ])
    const text = `${table}\n${footer()}`
      .split('\n')
      .map((line) => line.slice(0, (out.columns ?? 80) - 1))
      .join('\n')
    out.write(`${text}\n`)
    drawn = text.split('\n').length
  }

  return {
    async start() {
      all = await total()
    },
    show(report) {
      last = report
      if (report.role === 'sample') {
        done += 1
        const key = `${report.site.site} ${report.arm}`
        const before = lines.get(key)
        const line = {
          site: report.site.domain,
          arm: report.arm,
          plts: before?.plts ?? new Map(),
          left: before?.left ?? 0,
          shownLast: done,
          gain: null,
        }
        if (report.state === 'valid' && report.pltMs !== null) line.plts.set(report.round, report.pltMs)
        else {
          line.left += 1
          failed += 1
        }
        lines.set(key, line)
        if (out.isTTY === true)
          for (const each of lines.values())
            if (each.site === line.site) each.gain = gainOf(each, lines, sequentialRounds)
      }
      if (out.isTTY === true) draw()
      else if (clock() - printedAtMs >= PLAIN_EVERY_MS) {
        printedAtMs = clock()
        out.write(`${footer()}\n`)
      }
    },
    warn(line) {
      clear()
      out.write(`${visible(line)}\n`)
    },
    end() {
      if (out.isTTY === true) draw()
      else out.write(`${footer()}\n`)
    },
  }
}

function gainOf(
  { site, arm, plts }: Line,
  lines: ReadonlyMap<string, Line>,
  sequentialRounds: number | null,
): string | null {
  const ofSite = [...lines.values()].filter((line) => line.site === site)
  const baseline = baselineOf(ofSite.map((line) => line.arm))
  const base = ofSite.find((line) => line.arm === baseline)
  if (base === undefined || base.arm === arm) return null
  const values = (of: ReadonlyMap<number, number>) =>
    [...of].map(([round, value]) => ({ round, value: value > 0 ? value : null }))
  const comparison = compareArms({
    pairs: pairRounds(values(base.plts), values(plts)).pairs,
    seed: SEED,
    sequentialRounds,
  })
  if (comparison.gain === null) return null
  const limits = interval(comparison)
  return `${comparison.gain.toFixed(2)}${limits === null ? '' : ` (${limits})`}`
}
