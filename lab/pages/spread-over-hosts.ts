import type { LabResource } from './shape/lab-page.ts'

/**
 * Spreads a page's resources over hosts, so that the number of resources of each is as near to its share as whole ones can be (the
 * method of Sainte-Laguë); with equal shares each goes to the host that has fewest so far. What a browser asks for with
 * CORS stays with the document: elsewhere it would need leave, and a connection of its own.
 *
 * @param shares one for each host, above 0
 */
export function spreadOverHosts(resources: readonly LabResource[], shares: readonly number[]): LabResource[] {
  const counts = shares.map(() => 0)
  counts[0] = resources.filter(staysHome).length
  return resources.map((resource) => {
    if (staysHome(resource)) return { ...resource, shard: 0 }
    const loads = counts.map((count, host) => (count + 0.5) / (shares[host] as number))
    const shard = loads.indexOf(Math.min(...loads))
    counts[shard] = (counts[shard] ?? 0) + 1
    return { ...resource, shard }
  })
}

/** Fonts (CSS Fonts 4, 4.8.2) and what scripts read are subject to CORS. */
const staysHome = ({ kind }: LabResource): boolean =>
  kind === 'document' || kind === 'font' || kind === 'fetch'
