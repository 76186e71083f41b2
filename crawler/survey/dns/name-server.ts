import { isIP } from 'node:net'

export interface NameServer {
  readonly address: string
  readonly port: number
  readonly family: 4 | 6
}

const DNS_PORT = 53

/** Reads `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:53`, the forms of `dns.getServers()`. Throws on others. */
export function parseNameServer(text: string): NameServer {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const address = bracketed ?? plain ?? text
  const family = isIP(address)
  const port = digits === undefined ? DNS_PORT : Number(digits)
  if ((family !== 4 && family !== 6) || port < 1 || port > 65_535) {
    throw new Error(`not the address of a name server: ${JSON.stringify(text)}`)
  }
  return { address, port, family }
}
