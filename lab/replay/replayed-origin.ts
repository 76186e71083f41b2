import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { RecordedHost } from '../../model/recording/host.ts'
import { bracketed, unbracketed } from '../process/bracketed.ts'

export function originOf({ scheme, host, port }: Pick<RecordedHost, 'scheme' | 'host' | 'port'>): URL {
  return new URL(`${scheme}://${bracketed(host)}:${port}`)
}

/** Port of a URL, also where it is the scheme's own. */
export function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/** Whether a host, with brackets or without, is an address in place of a name. */
export const isAddress = (host: string): boolean => isIP(unbracketed(host)) !== 0

/** Says why the lab's server cannot stand for an origin; null where it can. */
export function whyNoOrigin({ protocol, hostname, port }: URL): string | null {
  if (protocol === 'http:' ? port === '443' : port === '80')
    return `the lab speaks ${protocol === 'http:' ? 'TLS' : 'clear text'} on port ${port}`
  if (isAddress(hostname))
    return NO_HOST.has(ipaddr.parse(unbracketed(hostname)).range()) ? 'its address is none of one host' : null
  // URLs may have other characters in a host, such as a comma, which certificates cannot.
  return /^[a-z\d._-]+$/.test(hostname) ? null : 'its host is no name'
}

/** No server has these for itself: browsers are led to the lab's address for all others, private ones included. */
const NO_HOST: ReadonlySet<string> = new Set(['unspecified', 'broadcast', 'multicast'])
