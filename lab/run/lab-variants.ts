import type { Visit } from '../../model/visit.ts'
import { shardAddress } from '../network/addresses.ts'
import type { LabHost } from '../network/messages.ts'
import { labPages } from '../pages/page.ts'
import type { LabPage } from '../pages/shape/lab-page.ts'
import type { PlannedCell } from '../plan/plan.ts'

/** The choices of a cell that make the page that it loads. */
export type PageChoice = Pick<PlannedCell, 'page' | 'shards' | 'addresses' | 'thinkMs' | 'visit'>

/** A page spread over some hosts, as cells ask for it. */
export interface LabVariant {
  /** Fit for file names. */
  readonly name: string
  readonly page: LabPage
  /** Its shards' names and addresses, in their order. */
  readonly hosts: readonly LabHost[]
  readonly url: string
}

/** Sorted as blocks of rounds load them. */
export type LabVariants = readonly [LabVariant, ...LabVariant[]]

/** Says which variants a cell loads. */
export function variantKey({ page, shards, addresses, thinkMs, visit }: PageChoice): string {
  return JSON.stringify([page, shards, addresses, thinkMs, hasRecord(visit)])
}

/** Whether the names of a page have HTTPS records: then they are names of their own, which no other visit loads. */
const hasRecord = (visit: Visit): boolean => visit === 'https-record'

/**
 * The variants of cells, by `variantKey`: those that its blocks load in turn, one for each graph of the page, else one. Those
 * of pages of the catalogue have host names of their own, so that nothing a browser may remember of a host is of another page.
 *
 * @throws RangeError where a page is not to be had
 */
export function labVariants(cells: readonly PageChoice[], seed: number): Map<string, LabVariants> {
  const variants = new Map<string, LabVariants>()
  let count = 0
  for (const cell of cells) {
    const key = variantKey(cell)
    if (variants.has(key)) continue
    const { page, shards, thinkMs } = cell
    const [first, ...others] = labPages(page, { shards, thinkMs, seed })
    const variant = (each: LabPage): LabVariant => variantOf(cell, each, `v${count++}`)
    variants.set(key, [variant(first), ...others.map(variant)])
  }
  return variants
}

/** The one that a block of rounds loads, from 0. */
export function variantOfBlock(variants: LabVariants, block: number): LabVariant {
  return variants[block % variants.length] ?? variants[0]
}

function variantOf(
  { page: pageName, addresses, visit }: PageChoice,
  page: LabPage,
  name: string,
): LabVariant {
  // A page of the web keeps the names that stand in its links; they lead here, for the client asks no DNS.
  if (page.recording !== undefined) return { name, page, ...page.recording }
  if (page.graph !== undefined) return { name, page, hosts: page.graph.hosts, url: page.graph.url }
  const names = shardNames(`${pageName}-${name}.test`, page.shards)
  const hosts = names.map((host, shard) => ({
    name: host,
    address: shardAddress(addresses === 'one' ? 0 : shard),
    ...(hasRecord(visit) && { recordAlpn: ['h3', 'h2'] }),
  }))
  return { name, page, hosts, url: `https://${names[0]}/` }
}

function shardNames(host: string, shards: number): string[] {
  return Array.from({ length: shards }, (_, shard) => (shard === 0 ? host : `s${shard}.${host}`))
}
