import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { FieldRow } from '../../../model/field-row.ts'
import type { CellPast } from '../../../model/published-cell.ts'
import { addDays, quarterOf } from '../../../stats/field/days.ts'
import { FIELD_RULES, type FieldRules } from '../../../stats/field/field-rules.ts'
import { NO_PAST } from '../../../stats/field/release-cell.ts'
import { firstDayOf, releaseSite } from '../../../stats/field/release-site.ts'
import { rng } from '../../../stats/rng.ts'

/** People and attackers of one site, who load it on some days of each week. */
export interface FieldWorld {
  readonly seed: number
  readonly people: number
  /** Standard deviation of the logarithm of people's usual times. */
  readonly between: number
  /** The same of one person's loads. */
  readonly within: number
  /** Factor on everybody's time that the site itself has in a week; default 1. */
  readonly siteFactor?: (week: number) => number
  /** What attackers send, beside the people. */
  readonly attack?: Attack
}

/** Votes of a week by attackers, `share` of all who contribute; they know every rule and what honest people send. */
export interface Attack {
  readonly share: number
  readonly send: (week: number, random: () => number, attackers: number) => readonly Vote[]
}

export interface Vote {
  /** Number of the pseudonym; each gets another one every quarter by itself. */
  readonly who: number
  /** 0 to 6. */
  readonly weekday: number
  readonly loadMs: number
}

export const MIDDLE_MS = 2_000
/** A Monday; the simulation begins in the middle of a quarter. */
const START = '2026-08-03'

/** The published median of each weekly release; null where nothing is. */
export interface Published {
  readonly medianMs: number | null
  readonly state: string
  readonly held: number
}

/** Weeks of contributions and releases, as the server makes them. */
export function simulateField(
  world: FieldWorld,
  weeks: number,
  rules: FieldRules = FIELD_RULES,
): Published[] {
  const random = rng(world.seed)
  const usual = Array.from({ length: world.people }, () => world.between * normal(random))
  // Attackers have a generator of their own: people send the same with and without them.
  const theirs = rng(world.seed + 1)
  const share = world.attack?.share ?? 0
  const attackers = Math.round((world.people * share) / (1 - share))
  let rows: FieldRow[] = []
  let past: CellPast = NO_PAST
  const published: Published[] = []
  for (let week = 0; week < weeks; week += 1) {
    const monday = addDays(START, 7 * week)
    // Once a week: to count days takes as long as all else about a row.
    const days = Array.from({ length: 7 }, (_, weekday) => addDays(monday, weekday))
    const quarters = days.map(quarterOf)
    const row = (who: string, weekday: number, loadMs: number): FieldRow => ({
      cidHash: hash('sha256', `${who}-${quarters[weekday]}`),
      proto: 'h2',
      day: days[weekday] ?? assert.fail(),
      times: times(Math.round(loadMs)),
    })
    for (const [who, level] of usual.entries()) {
      const factor = world.siteFactor?.(week) ?? 1
      for (let weekday = 0; weekday < 7; weekday += 1) {
        const value = MIDDLE_MS * factor * Math.exp(level + world.within * normal(random))
        if (random() < 0.4) rows.push(row(`${who}-h`, weekday, value))
      }
    }
    const votes = world.attack?.send(week, theirs, attackers) ?? []
    const once = new Map(votes.map((vote) => [`${vote.who} ${vote.weekday}`, vote]))
    for (const { who, weekday, loadMs } of once.values()) rows.push(row(`${who}-a`, weekday, loadMs))
    const release = addDays(monday, 7)
    rows = rows.filter(({ day }) => day >= firstDayOf(release, rules))
    const [cell] = releaseSite(rows, () => past, {
      arrived: new Set(rows.map(({ cidHash }) => cidHash)),
      ...{ week: release, rules, cells: [{ proto: 'h2' as const, metric: 'load' as const }] },
    })
    const outcome = cell?.outcome
    if (outcome === undefined) continue
    const isShown = outcome.state !== 'withheld'
    published.push({
      medianMs: isShown ? outcome.cell.curve.medianMs : null,
      state: outcome.state,
      held: outcome.state === 'made' ? outcome.held : 0,
    })
    past = {
      published: isShown
        ? [...past.published.slice(-17), { week: release, cell: outcome.cell }]
        : past.published,
      members: outcome.state === 'made' ? outcome.members : past.members,
      current: isShown ? outcome.cell : null,
      lost: 0,
    }
  }
  return published
}

function times(loadMs: number): FieldRow['times'] {
  return { dns: null, connect: null, handshake: null, wait: null, receive: null, dcl: null, load: loadMs }
}

/** Box and Muller, Annals of Mathematical Statistics 29 (1958) 610–611. */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
