/** An address as it stands before a port: IPv6 in brackets (RFC 3986, 3.2.2). */
export function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

/** The address of a host as URLs write it; names are as they were. */
export function unbracketed(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}
