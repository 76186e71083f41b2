import { ADOPTION_ROWS, type AdoptionRowName } from '../../stats/survey/adoption-rows.ts'

/** Labels where the definition is too long for a column. */
const SHORT: Partial<Record<AdoptionRowName, string>> = {
  http: 'page in clear text on port 80',
}

export function rowLabel(row: AdoptionRowName): string {
  return SHORT[row] ?? ADOPTION_ROWS[row]
}
