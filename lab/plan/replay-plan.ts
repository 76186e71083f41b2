import type { Arm } from '../../model/arm.ts'
import type { LinkCondition } from '../link/condition/link.ts'
import { RECORDING_PREFIX } from '../replay/recorded-page.ts'
import { cellArms } from './cell-arms.ts'
import { linkFactors } from './link-factors.ts'
import type { Plan, PlannedCell } from './plan.ts'
import { planMaterials } from './plan-materials.ts'
import { publicNames } from './public-names.ts'

export interface ReplayPlanOptions {
  /** Whole paths of folders, each once, with the links that it is replayed over. */
  readonly recordings: readonly { readonly folder: string; readonly links: readonly LinkCondition[] }[]
  readonly arms: readonly Arm[]
  readonly rounds: number
  readonly pauseMs: number
  readonly seed: number
}

const MOST_NAMED = 3

/**
 * The plan that replays recordings: each over its links, on the lab's own server, under all arms.
 * @throws RangeError where one of them cannot be had under one of the arms
 */
export function replayPlan({ recordings, arms, rounds, pauseMs, seed }: ReplayPlanOptions): Plan {
  const { checkedPage } = planMaterials({ seed, arms, file: '' })
  const names = publicNames(recordings.map(({ folder }) => folder))
  const conditions = recordings.flatMap(({ folder, links }) => {
    const page = checkedPage(`${RECORDING_PREFIX}${folder}`, undefined)
    return links.map((link) => ({
      factors: { page: `${RECORDING_PREFIX}${names.get(folder) ?? ''}`, ...linkFactors(link) },
      ...page,
      ...{ server: 'towline' as const, link, initcwnd: null, congestionControl: null },
      ...{ addresses: 'each' as const, streams: null, thinkMs: 0 },
    }))
  })
  const baseline = arms.includes('h1') ? 'h1' : (arms[0] ?? 'h1')
  const applied = cellArms(conditions, { arms, baseline })
  const cells = conditions.map(
    (condition, index): PlannedCell => ({ ...condition, ...(applied[index] as (typeof applied)[number]) }),
  )
  return {
    name: 'replay',
    title: titleOf([...names.values()]),
    source: null,
    arms,
    baseline,
    rounds,
    pauseMs,
    seed,
    cells,
  }
}

function titleOf(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).join(', ')
  const others = names.length - MOST_NAMED
  return `Replay of ${named}${others > 0 ? ` and ${others} more` : ''}`
}
