import type { Arm } from '../../model/arm.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import type { LinkCondition } from '../link/condition/link.ts'
import { DEFAULT_CONGESTION_CONTROL } from '../process/congestion-controls.ts'
import { RECORDING_PREFIX } from '../replay/recorded-page.ts'
import { cellArms } from './cell-arms.ts'
import { linkFactors } from './link-factors.ts'
import type { Plan, PlannedCell } from './plan.ts'
import { planMaterials } from './plan-materials.ts'
import { publicNames } from './public-names.ts'

interface RunOfFiles {
  readonly arms: readonly Arm[]
  readonly rounds: number
  readonly pauseMs: number
  readonly seed: number
}

/** A page that a file or folder describes, with the links that it is loaded over. */
export interface PageFile {
  /** Whole path. */
  readonly path: string
  readonly links: readonly LinkCondition[]
  /** Replaces the levels that a replay has by itself. */
  readonly levels?: FileLevels
  /** Replaces the arms of the plan. */
  readonly arms?: readonly Arm[]
}

/** Levels of factors that a page of a file can be loaded with. */
type FileLevels = Readonly<Partial<Omit<PlannedCell, 'page' | 'factors' | 'link' | 'arms' | 'skip'>>>

/**
 * Says by what loads them: the name of the plan, what makes a page's name of a path, and what is done with them, where the
 * title goes on with their names. A graph may be a folder of several graphs of a page; the browser loads folders of recordings.
 */
const KINDS = {
  graph: { name: 'graph', prefix: GRAPH_PREFIX, titleStart: 'Graphs without a browser:' },
  browser: { name: 'replay', prefix: RECORDING_PREFIX, titleStart: 'Replay of' },
} as const

const MOST_NAMED = 3

/**
 * The plan that loads pages of files: each over its links, from the lab's own server, under all arms.
 * @throws RangeError where one of them cannot be had, or not under one of the arms
 */
export function planOfFiles(
  loader: keyof typeof KINDS,
  files: readonly PageFile[],
  { arms, rounds, pauseMs, seed }: RunOfFiles,
): Plan {
  const { name, prefix, titleStart } = KINDS[loader]
  const { checkedPage } = planMaterials({ seed, arms, file: '' })
  const names = publicNames(files.map(({ path }) => path))
  const conditions = files.flatMap(({ path, links, levels = {} }) => {
    const page = checkedPage(`${prefix}${path}`, undefined)
    return links.map((link) => ({
      factors: { page: `${prefix}${names.get(path) ?? ''}`, ...linkFactors(link), ...levels },
      ...page,
      ...{ server: 'towline' as const, link, initcwnd: null, congestionControl: DEFAULT_CONGESTION_CONTROL },
      ...{
        addresses: 'each' as const,
        streams: null,
        priorities: 'off' as const,
        slowStart: 'classic' as const,
        thinkMs: 0,
        visit: 'cold' as const,
        earlyHints: 'off' as const,
      },
      ...{ udp: 'open' as const, keyExchange: null, chainBytes: null, certificateKey: 'ecdsa' as const },
      ...levels,
    }))
  })
  const baseline = arms.includes('h1') ? 'h1' : (arms[0] ?? 'h1')
  const applied = cellArms(conditions, { arms, baseline })
  const ownArms = files.flatMap(({ links, arms: own }) => links.map(() => own))
  const cells = conditions.map((condition, index): PlannedCell => {
    const own = ownArms[index]
    if (own === undefined) return { ...condition, ...(applied[index] as (typeof applied)[number]) }
    return { ...condition, arms: { applied: own, leftOut: {} }, skip: null }
  })
  const named = [...names.values()].slice(0, MOST_NAMED).join(', ')
  const others = names.size - MOST_NAMED
  const title = `${titleStart} ${named}${others > 0 ? ` and ${others} more` : ''}`
  return { name, title, source: null, arms, baseline, rounds, pauseMs, seed, cells }
}
