import type { LabResource } from './shape/lab-page.ts'

/**
 * Spreads a page's resources evenly over so many hosts: each goes to the host that has fewest so far. What a browser
 * asks for with CORS stays with the document: elsewhere it would need leave, and a connection of its own.
 */
export function spreadOverHosts(resources: readonly LabResource[], shards: number): LabResource[] {
  const counts = Array.from({ length: shards }, () => 0)
  counts[0] = resources.filter(staysHome).length
  return resources.map((resource) => {
    if (staysHome(resource)) return { ...resource, shard: 0 }
    const shard = counts.indexOf(Math.min(...counts))
    counts[shard] = (counts[shard] ?? 0) + 1
    return { ...resource, shard }
  })
}

/** Fonts (CSS Fonts 4, 4.8.2) and what scripts read are subject to CORS. */
const staysHome = ({ kind }: LabResource): boolean =>
  kind === 'document' || kind === 'font' || kind === 'fetch'
