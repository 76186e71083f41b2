import type { LabReplay, ReplayRow } from '../../server/contract/contract.ts'

/** Names a row: its page, and the factors beside the page that differ between rows. */
export function rowNames({ rows }: Pick<LabReplay, 'rows'>): (row: ReplayRow) => string {
  const names = [...new Set(rows.flatMap(({ factors }) => Object.keys(factors)))].filter(
    (name) => name !== 'page' && new Set(rows.map(({ factors }) => factors[name])).size > 1,
  )
  return ({ cell, factors, pageUrl }) => {
    const page = pageUrl?.replace(/^https?:\/\//, '') ?? factors.page ?? `cell ${cell}`
    const others = names.map((name) => `${name} ${factors[name] ?? 'none'}`)
    return [String(page), ...others].join(', ')
  }
}
