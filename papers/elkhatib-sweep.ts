import type { Rule, Where } from './rule.ts'

export const PAGES: Where = { page: ['twitter', 'youtube', 'imgur'] }

/** A sweep is decided by the reduction of Time on Wire, as the paper has it. */
export function sweep(plan: string, ...clauses: Rule['clauses']): Rule {
  return { plan, cells: PAGES, metric: 'tow_ms', clauses }
}

export const eachPage = (enough: number, ...levels: readonly string[]) => ({ factor: 'page', levels, enough })

/** A line of a figure for each page. */
export const eachPageOf = ({ page = [] }: Where) =>
  page.map((level) => ({ name: String(level), where: { page: [level] } }))
