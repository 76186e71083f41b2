import { shardAddress } from '../network/addresses.ts'
import type { LabHost } from '../network/messages.ts'
import { labPage } from '../pages/page.ts'
import type { LabPage } from '../pages/shape/lab-page.ts'
import type { PlannedCell } from '../plan/plan.ts'

/** What of a cell makes the page that it loads. */
export type PageChoice = Pick<PlannedCell, 'page' | 'shards' | 'addresses' | 'thinkMs'>

/** A page spread over some hosts, as cells ask for it. */
export interface LabVariant {
  /** Fit for file names. */
  readonly name: string
  readonly page: LabPage
  /** Its shards' names and addresses, in their order. */
  readonly hosts: readonly LabHost[]
  readonly url: string
}

/** Which variant a cell loads. */
export function variantKey({ page, shards, addresses, thinkMs }: PageChoice): string {
  return JSON.stringify([page, shards, addresses, thinkMs])
}

/**
 * The variants of cells, by `variantKey`. Each has host names of its own, so that nothing a browser may remember of a
 * host is of another page.
 *
 * @throws RangeError where a page is not to be had
 */
export function labVariants(cells: readonly PageChoice[], seed: number): Map<string, LabVariant> {
  const variants = new Map<string, LabVariant>()
  for (const cell of cells) {
    const key = variantKey(cell)
    if (!variants.has(key)) variants.set(key, variantOf(cell, `v${variants.size}`, seed))
  }
  return variants
}

function variantOf(
  { page: pageName, shards, addresses, thinkMs }: PageChoice,
  name: string,
  seed: number,
): LabVariant {
  const page = labPage(pageName, { shards, thinkMs, seed })
  // A page of the web keeps the names that stand in its links; they lead here, for the client asks no DNS.
  if (page.recording !== undefined) return { name, page, ...page.recording }
  if (page.graph !== undefined) return { name, page, hosts: page.graph.hosts, url: page.graph.url }
  const names = shardNames(`${pageName}-${name}.test`, page.shards)
  const hosts = names.map((host, shard) => ({
    name: host,
    address: shardAddress(addresses === 'one' ? 0 : shard),
  }))
  return { name, page, hosts, url: `https://${names[0]}/` }
}

function shardNames(host: string, shards: number): string[] {
  return Array.from({ length: shards }, (_, shard) => (shard === 0 ? host : `s${shard}.${host}`))
}
