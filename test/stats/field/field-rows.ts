import type { FieldRow } from '../../../model/field-row.ts'
import type { Contributor } from '../../../stats/field/contributors.ts'
import { addDays } from '../../../stats/field/days.ts'

/** Monday of the release that these rows are for. */
export const WEEK = '2026-11-16'

/** A load of a site by h2, so many days before the release's Monday. */
export function load(cidHash: string, daysBefore: number, loadMs: number | null): FieldRow {
  const unknown = { dns: null, connect: null, handshake: null, wait: null, receive: null, dcl: null }
  return { cidHash, proto: 'h2', day: addDays(WEEK, -daysBefore), times: { ...unknown, load: loadMs } }
}

/** Somebody who loads a site on three days. */
export function regular(cidHash: string, loadMs: number): FieldRow[] {
  return [1, 8, 15].map((daysBefore) => load(cidHash, daysBefore, loadMs))
}

/** So many regulars, from 1 s on, 20 ms apart; their names begin with `name`. */
export function crowd(size: number, name = 'p', factor = 1): FieldRow[] {
  return Array.from({ length: size }, (_, i) => regular(`${name}${i}`, factor * (1_000 + 20 * i))).flat()
}

export function contributor(
  cidHash: string,
  valueMs: number,
  changes: Partial<Contributor> = {},
): Contributor {
  return { cidHash, quarter: '2026Q4', valueMs, samples: 3, ...changes }
}
