import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { readText } from '../files/read-file.ts'
import { RefusedFile } from '../files/refused-file.ts'
import { hostName } from './host-name.ts'

/** Knows who asked not to be visited (CRW-2). Asked before DNS, before every connection, and for every redirect target. */
export interface OptOut {
  /** Whether the host or a domain above it opted out. Takes host names as URLs have them, addresses too. */
  domain(host: string): boolean
  /** Whether the address is in a range that opted out. What is no address counts as opted out: nothing is sent to it. */
  address(ip: string): boolean
  /** Number of the list's lines. All that is published of it. */
  readonly count: number
}

/** A line that cannot be read is fatal: somebody who asked to be left alone would be visited. */
export class OptOutError extends Error {
  /** Counted from 1; null where the file as a whole cannot be read. */
  readonly line: number | null
  /** sysexits.h: EX_DATAERR for a bad line, EX_NOINPUT where the file cannot be read. */
  readonly exitCode: 65 | 66

  constructor(file: string, line: number | null, why: string, options?: ErrorOptions) {
    super(`${file}${line === null ? '' : `:${line}`}: ${why}`, options)
    this.name = 'OptOutError'
    this.line = line
    this.exitCode = line === null ? 66 : 65
  }
}

/**
 * Reads an opt-out list: one entry a line, `#` begins a comment. An entry is a domain (meant with all its subdomains;
 * `*.` before it changes nothing), an address, a range `a.b.c.d/nn` or `2001:db8::/32`, or `first-last`.
 *
 * @param file null: nobody opted out
 * @throws OptOutError
 */
export async function loadOptOut(file: string | null): Promise<OptOut> {
  const domains = new Set<string>()
  const ranges = new BlockList()
  let count = 0
  const lines = file === null ? [] : (await text(file)).replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  for (const [index, line] of lines.entries()) {
    const entry = line.replace(/#.*$/, '').trim()
    if (entry === '') continue
    count++
    if (addRange(ranges, entry)) continue
    const name = hostName(entry.replace(/^\*?\./, ''))
    if (name.why !== undefined) {
      throw new OptOutError(
        file ?? '',
        index + 1,
        `neither a domain nor an address range (${name.why}): ${entry}`,
      )
    }
    domains.add(name.host)
  }
  const address = (ip: string) => covers(ranges, ip)
  return { domain: (host) => optedOutName(domains, address, host), address, count }
}

const MAX_OPT_OUT_BYTES = 100_000_000

async function text(file: string): Promise<string> {
  try {
    return await readText(file, { maxBytes: MAX_OPT_OUT_BYTES })
  } catch (error) {
    if (error instanceof RefusedFile) throw error
    throw new OptOutError(file, null, 'the opt-out list cannot be read', { cause: error })
  }
}

const familyOf = (ip: string) => (isIP(ip) === 4 ? 'ipv4' : 'ipv6')

/** False where the entry is no address and no range; it may be a domain then. */
function addRange(ranges: BlockList, entry: string): boolean {
  const cidr = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(entry)
  if (cidr?.[1] && cidr[2]) {
    const bits = Number(cidr[2])
    if (isIP(cidr[1]) === 0 || bits > (isIP(cidr[1]) === 4 ? 32 : 128)) return false
    ranges.addSubnet(cidr[1], bits, familyOf(cidr[1]))
    return true
  }
  const [first, last, ...more] = entry.split('-').map((part) => part.trim())
  if (first && last && more.length === 0 && isIP(first) !== 0 && isIP(first) === isIP(last)) {
    try {
      ranges.addRange(first, last, familyOf(first))
    } catch {
      // Node refuses a range whose end comes before its start; the caller then names the line.
      return false
    }
    return true
  }
  if (isIP(entry) === 0) return false
  ranges.addAddress(entry, familyOf(entry))
  return true
}

/** RFC 6052: an IPv4 address seen through NAT64 is still the host that opted out. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

function covers(ranges: BlockList, ip: string): boolean {
  const bare = ip.replace(/%.*$/, '')
  if (isIP(bare) === 0) return true
  // BlockList itself reads ::ffff:a.b.c.d as the IPv4 address.
  if (ranges.check(bare, familyOf(bare))) return true
  if (isIP(bare) === 4) return false
  const parsed = ipaddr.IPv6.parse(bare)
  return parsed.match(NAT64) && ranges.check(parsed.toByteArray().slice(12).join('.'), 'ipv4')
}

function optedOutName(domains: Set<string>, address: (ip: string) => boolean, host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0) return address(bare)
  // A name that `hostName` would not have (`_dmarc.x.org`) is still below the domain that opted out.
  const asked = hostName(bare)
  let name = asked.host ?? bare.toLowerCase().replace(/\.$/, '')
  for (;;) {
    if (domains.has(name)) return true
    const dot = name.indexOf('.')
    if (dot < 0) return false
    name = name.slice(dot + 1)
  }
}
