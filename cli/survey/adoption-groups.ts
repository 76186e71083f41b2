import type { AdoptionGroup, AdoptionSummary } from '../../stats/survey/adoption.ts'

/** Sites of one rank bucket, CDN, server software or stack. */
export type NamedGroup = AdoptionGroup & { readonly title: string }

export function groupsOf(summary: AdoptionSummary): [string, NamedGroup[]][] {
  const titled = (
    groups: readonly (AdoptionGroup & { readonly name: string | null })[],
    none: string,
  ): NamedGroup[] => groups.map((group) => ({ ...group, title: group.name ?? none }))
  const buckets = summary.buckets.map((group) => ({ ...group, title: `${group.from}–${group.to}` }))
  return [
    ['rank', buckets],
    ['CDN', titled(summary.cdns, 'none seen')],
    ['server', titled(summary.servers, 'not said')],
    ['HTTP/2 stack', titled(summary.stacks, 'none, or not known')],
    ['HTTP/3 stack', titled(summary.h3Stacks, 'none, or not known')],
  ]
}
