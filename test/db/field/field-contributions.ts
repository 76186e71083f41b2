import { hash, randomUUID } from 'node:crypto'
import type { Database } from '../../../db/connection/database.ts'
import {
  type ContributionRow,
  type NewContribution,
  storeContributions,
} from '../../../db/field/contributions.ts'
import { openStudy, type Study } from '../../../db/field/field-studies.ts'
import { addDays } from '../../../stats/field/days.ts'

export const LIST = 'sandbox'
/** Monday of the release that the crowds are for. */
export const FIELD_WEEK = '2026-11-16'

export const sha256 = (text: string): string => hash('sha256', text)

/** A study of `site0.test`, `site1.test`, `site2.test`, whose votes are not moved unless its thresholds say so. */
export async function openSandbox(db: Database, thresholds: object | null = null): Promise<Study> {
  const sites = [0, 1, 2].map((site) => ({ site, domain: `site${site}.test` }))
  const study = { list: LIST, openedDay: '2026-10-01', pilot: null, thresholds: { blur: 0, ...thresholds } }
  await openStudy(db, { ...study, sites })
  return { ...study, closedDay: null, sites: sites.length }
}

/** Stores loads of people, whose pseudonyms are these names; all of what is not said is the same. */
export async function contribute(
  db: Database,
  loads: readonly (Partial<Omit<ContributionRow, 'cidHash'>> & {
    readonly who: string
    readonly day: string
  })[],
): Promise<void> {
  const rows = loads.map(({ who, ...changes }): NewContribution => {
    return {
      keyHash: sha256(randomUUID()),
      bodyHash: sha256('body'),
      row: {
        ...{ list: LIST, site: 0, proto: 'h2', browser: 'firefox', major: 153, net: 'unknown' },
        ...{ dnsMs: 4, connectMs: 20, handshakeMs: 43, waitMs: 180, receiveMs: 9, dclMs: 400, loadMs: 812 },
        ...{ requests: 10, h1: 1, h2: 6, h3: 2, hidden: 1, reused: false, visit: null },
        ...changes,
        cidHash: sha256(who),
      },
    }
  })
  // Each comes on its own day.
  for (const [day, own] of Map.groupBy(rows, ({ row }) => row.day))
    for (let from = 0; from < own.length; from += 1_000)
      await storeContributions(db, own.slice(from, from + 1_000), day)
}

/** So many people who load a site on three days before a week; their names begin with `name`. */
export async function contributeCrowd(
  db: Database,
  size: number,
  {
    name = 'p',
    week = FIELD_WEEK,
    ...changes
  }: Partial<ContributionRow> & { name?: string; week?: string } = {},
): Promise<void> {
  const people = Array.from({ length: size }, (_, i) => ({
    who: `${name}${i}`,
    loadMs: 1_000 + 20 * i,
    ...changes,
  }))
  await contribute(
    db,
    people.flatMap((person) => [1, 8, 15].map((days) => ({ ...person, day: addDays(week, -days) }))),
  )
}
